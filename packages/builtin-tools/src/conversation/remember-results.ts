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
          // Its own first: the links of one long page must not take the places of all other results.
          [
            ...listOwnUrls(result.structuredContent ?? {}),
            ...result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
          ],
          // A model could make any URL known by asking for it: an answer repeats what was asked.
          listTexts(args),
        );
      }
      return result;
    },
  };
}

const ownNames: ReadonlySet<string> = new Set(['url', 'requested_url', 'final_url']);

/** The URLs that a result is about. */
function listOwnUrls(value: JsonValue): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'string' ? (ownNames.has(name) ? [member] : []) : listOwnUrls(member as JsonValue),
  );
}

function listTexts(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}
