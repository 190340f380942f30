import type { EncodedTools, ToolChoice } from '../contract/model-adapter.js';

/** A choice that the tools of the request allow; `note` says what could not be had. */
export interface PossibleChoice {
  readonly choice: ToolChoice;
  readonly notes: readonly string[];
}

/** A tool that is not in the request cannot be forced: every API refuses such a request. */
export function limitChoice(tools: EncodedTools, choice: ToolChoice): PossibleChoice {
  if (choice.type !== 'tool' || tools.tools.some((tool) => tool.name === choice.name)) return { choice, notes: [] };
  const note = `The tool ${choice.name} is not offered, so the model cannot be made to call it: it chooses by itself.`;
  return { choice: { type: 'auto' }, notes: [note] };
}

/** The notes of a request that has no tools, and so says nothing of them. */
export function notesWithoutTools(choice: ToolChoice): readonly string[] {
  if (choice.type !== 'required' && choice.type !== 'tool') return [];
  return ['No tool is offered, so the model cannot be made to call one.'];
}
