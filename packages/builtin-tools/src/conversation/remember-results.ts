import type { CallToolResult, IToolImplementation, JsonValue } from '@loadout/core/contract';
import type { ConversationMemory } from './conversation-memory.js';

/** The implementation, whose results teach the conversation's memory the URLs that they name. */
export function rememberResults(implementation: IToolImplementation, memory: ConversationMemory): IToolImplementation {
  return {
    ...implementation,
    async execute(args, config, call) {
      const result = (await implementation.execute(args, config, call)) as CallToolResult;
      if (result.isError !== true) {
        memory.learn(
          call.context,
          result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
          // A model could make any URL known by asking for it: an answer repeats what was asked.
          listTexts(args),
        );
      }
      return result;
    },
  };
}

function listTexts(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}
