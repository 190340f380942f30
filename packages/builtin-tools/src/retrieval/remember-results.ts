import type { CallToolResult, IToolImplementation } from '@loadout/core/contract';
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
        );
      }
      return result;
    },
  };
}
