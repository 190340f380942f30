import { adapterFor } from '../../src/adapters/model-adapters.js';
import type { ModelApi, ModelDescription } from '../../src/contract/model.js';
import type { ConvertibleTool, EncodedTools } from '../../src/contract/model-adapter.js';
import type { CallOutcome } from '../../src/contract/result.js';

/** A successful result with this text, or with whatever else is said. */
export function outcome(text: string, more: Partial<CallOutcome> = {}): CallOutcome {
  return {
    callId: 'call_1',
    tool: 'find_course',
    content: [{ type: 'text', text }],
    isError: false,
    status: 'SUCCESS',
    executed: 'yes',
    ...more,
  };
}

/** A tool that failed. */
export function failure(text: string, more: Partial<CallOutcome> = {}): CallOutcome {
  return outcome(text, { isError: true, status: 'ERROR', ...more });
}

/** The smallest PNG. */
export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Two tools as every API can take them. */
export const courseTools: readonly ConvertibleTool[] = [
  {
    name: 'find_course',
    description: 'Finds a course.',
    schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  },
  { name: 'list_rooms', description: 'Lists rooms.', schema: { type: 'object' } },
];

/** The tools of a request. */
export function encode(api: ModelApi, model: ModelDescription = { api }, tools = courseTools): EncodedTools {
  const adapter = adapterFor(api);
  return adapter.encodeTools(
    tools.map((tool) => adapter.convertTool(tool, model)),
    model,
  );
}
