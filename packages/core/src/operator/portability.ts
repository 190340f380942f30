import { wantsStrict } from '../catalogue/strict-wish.js';
import type { ModelApi } from '../contract/model.js';
import { MODEL_APIS } from '../contract/model.js';
import type { ModelAdapter } from '../contract/model-adapter.js';
import type { ToolPortability } from '../host-interface.js';
import { convertTool } from '../turn/convert-offered.js';
import { collectTools, definitionOf, requireToolName, unknownTool } from './known-tools.js';
import type { OperatorParts } from './operator-parts.js';

/** What is asked of portability. */
export interface PortabilityRequest {
  /** By name or alias; all where it is absent. */
  readonly toolName: string | undefined;
  /** Absent: as each API is asked by default. */
  readonly strict: boolean | undefined;
  readonly adapterFor: (api: ModelApi) => ModelAdapter;
}

/** How tools are sent through each model API. A quarantined tool is sent nowhere, and is not among them. See `Host.portability`. */
export async function describePortability(
  parts: Pick<OperatorParts, 'registry' | 'view' | 'loadChecker'>,
  { toolName, strict, adapterFor }: PortabilityRequest,
): Promise<readonly ToolPortability[]> {
  const { catalogue, checker } = await collectTools(parts);
  const wanted = toolName === undefined ? undefined : catalogue.canonicalName(requireToolName(toolName));
  const listed = wanted === undefined ? [...catalogue.tools.values()] : [catalogue.tools.get(wanted)];
  const found: ToolPortability[] = [];
  for (const tool of listed) {
    const definition = tool === undefined ? undefined : definitionOf(tool, checker);
    if (tool === undefined || definition === undefined) continue;
    const { description, schema } = definition;
    const convertible = { name: tool.name, description, schema, ...(wantsStrict(definition) ? {} : { strict: false }) };
    const apis = MODEL_APIS.map((api) => {
      const target = { adapter: adapterFor(api), model: { api, ...(strict === undefined ? {} : { strict }) } };
      const { mode, isChanged, remarks, wire } = convertTool(definition, convertible, target);
      return Object.freeze({ api, mode, isChanged, remarks, wire });
    });
    found.push(Object.freeze({ name: tool.name, owner: tool.owner, apis: Object.freeze(apis) }));
  }
  if (toolName !== undefined && found.length === 0) throw unknownTool(toolName, catalogue);
  return Object.freeze(found);
}
