import type { Catalogue } from '../catalogue/catalogue.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { LoadoutError } from '../contract/errors.js';
import { MODEL_APIS, type ModelApi } from '../contract/model.js';
import type { ConvertedTool, ModelAdapter } from '../contract/model-adapter.js';
import type { ToolPortability } from '../host-interface.js';
import type { SchemaChecker } from '../schema/check-schema.js';
import type { StoreReader } from '../store/roles.js';
import { convertDefinition, type ModelTarget } from '../turn/convert-offered.js';
import { hasMovedIn } from '../turn/gates.js';
import { collectTools, definitionOf, requireToolName, unknownTool } from './known-tools.js';
import { requireBot } from './loadouts.js';
import type { OperatorParts } from './operator-parts.js';

/** What is asked of portability. */
export interface PortabilityRequest {
  /** By name or alias; all where it is absent. */
  readonly toolName: string | undefined;
  /** Only tools of this bot, as they are sent together in one request. Absent: each as if it were alone. */
  readonly bot: string | undefined;
  /** Absent: as each API is asked by default. */
  readonly strict: boolean | undefined;
  readonly adapterFor: (api: ModelApi) => ModelAdapter;
}

/** The ways in which a tool can be sent: to each API as it is by default, and to Gemini in the older place for schemas. */
const WAYS: readonly Pick<ToolPortability['apis'][number], 'api' | 'geminiSchema'>[] = [
  ...MODEL_APIS.map((api) => ({ api })),
  { api: 'gemini', geminiSchema: 'parameters' },
];

/** How tools are sent through each model API. A quarantined tool is sent nowhere, and is not among them. See `Host.portability`. */
export async function describePortability(
  parts: Pick<OperatorParts, 'registry' | 'view' | 'loadChecker' | 'store'>,
  { toolName, bot, strict, adapterFor }: PortabilityRequest,
): Promise<readonly ToolPortability[]> {
  if (bot !== undefined) await requireBot(parts.store, bot);
  const { catalogue, checker } = await collectTools(parts);
  const wanted = toolName === undefined ? undefined : catalogue.canonicalName(requireToolName(toolName));
  const loadout = bot === undefined ? undefined : await listLoadout(parts.store, bot, catalogue);
  const all = loadout ?? [...catalogue.tools.values()];
  // What else is in a request may decide how a tool is sent.
  const looked = loadout === undefined && wanted !== undefined ? all.filter(({ name }) => name === wanted) : all;
  const tools = looked.filter((tool) => definitionOf(tool, checker) !== undefined);
  const ways = WAYS.map((way) => {
    const model = { ...way, ...(strict === undefined ? {} : { strict }) };
    const target = { adapter: adapterFor(way.api), model };
    const each = tools.map((tool) => convertListed(tool, checker, target));
    return { way, sent: bot === undefined ? each : sendTogether(each, target) };
  });
  const found = tools
    .map(({ name, owner }, index) => {
      const apis = ways.flatMap(({ way, sent }) => {
        const conversion = sent[index];
        if (conversion === undefined) return [];
        const { mode, isChanged, remarks, wire } = conversion;
        return [Object.freeze({ ...way, mode, isChanged, remarks, wire })];
      });
      return Object.freeze({ name, owner, apis: Object.freeze(apis) });
    })
    .filter(({ name }) => wanted === undefined || name === wanted);
  if (toolName !== undefined && found.length === 0) throw explainMissing(toolName, bot, catalogue);
  return Object.freeze(found);
}

/** The tools that a bot has and would be offered by who their owners are, in its order. */
async function listLoadout(store: StoreReader, bot: string, catalogue: Catalogue): Promise<readonly ListedTool[]> {
  const found = new Map<string, ListedTool>();
  for (const assignment of await store.listAssignments(bot)) {
    const listed = catalogue.findAssigned(assignment);
    if (listed === undefined || found.has(listed.name)) continue;
    if (listed.owner === assignment.owner || hasMovedIn(assignment, listed)) found.set(listed.name, listed);
  }
  return [...found.values()];
}

function convertListed(tool: ListedTool, checker: SchemaChecker, target: ModelTarget): ConvertedTool | undefined {
  const definition = definitionOf(tool, checker);
  return definition && convertDefinition(tool.name, definition, target);
}

/** As one request has them, in their order. */
function sendTogether(
  each: readonly (ConvertedTool | undefined)[],
  { adapter, model }: ModelTarget,
): readonly (ConvertedTool | undefined)[] {
  const sendable = each.filter((tool) => tool !== undefined && tool.mode !== 'refused') as readonly ConvertedTool[];
  const sent = new Map(adapter.encodeTools(sendable, model).tools.map((tool) => [tool.name, tool]));
  return each.map((tool) => (tool === undefined ? undefined : (sent.get(tool.name) ?? tool)));
}

function explainMissing(toolName: string, bot: string | undefined, catalogue: Catalogue): LoadoutError {
  if (bot === undefined || catalogue.find(toolName) === undefined) return unknownTool(toolName, catalogue);
  const message = `The bot "${bot}" has no tool "${toolName}" that could be sent. Assign it, or leave the bot out.`;
  return new LoadoutError('TOOL_UNKNOWN', message, { details: { name: toolName, bot } });
}
