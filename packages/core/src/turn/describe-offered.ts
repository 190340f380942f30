import type { OfferedTool } from '../contract/turn.js';
import type { CallableTool } from '../execution/callable-tool.js';

const described = new WeakMap<object, Map<string, OfferedTool>>();

/** The same object for the same definition under the same name, so that others can keep by it what they make of it. */
export function describeTool(tool: CallableTool): OfferedTool {
  // The definition is one owner's; neither a name nor a mode of approval has line breaks.
  const key = `${tool.name}\n${tool.policy.approval}\n${tool.label}`;
  let known = described.get(tool.definition);
  if (known === undefined) {
    known = new Map();
    described.set(tool.definition, known);
  }
  let offered = known.get(key);
  if (offered === undefined) {
    offered = createOffered(tool);
    known.set(key, offered);
  }
  return offered;
}

function createOffered(tool: CallableTool): OfferedTool {
  return Object.freeze({
    name: tool.name,
    description: tool.definition.description,
    schema: tool.definition.schema,
    owner: tool.listed.owner,
    label: tool.label,
    policy: tool.policy,
    get definitionHash() {
      return tool.hash;
    },
  });
}

/** The tool array as MCP has it. */
export function encodeTools(offered: readonly OfferedTool[]): string {
  return JSON.stringify(offered.map(({ name, description, schema }) => ({ name, description, inputSchema: schema })));
}
