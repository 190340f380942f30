import { isRecord } from '../contract/json.js';
import type { ToolParameters } from '../contract/model-adapter.js';

const NOTE = 'The model is thinking, which rules out making it call a tool: it chooses by itself.';

/** What a request to Anthropic says of tools, for a model that is thinking: the API refuses to force a call then. */
export function withoutForcedChoice({ parameters, notes }: ToolParameters): ToolParameters {
  const choice = parameters.tool_choice;
  if (!isRecord(choice) || (choice.type !== 'any' && choice.type !== 'tool')) return { parameters, notes };
  return { parameters: { ...parameters, tool_choice: { type: 'auto' } }, notes: [...notes, NOTE] };
}
