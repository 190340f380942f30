import type { CallToolResult } from '@loadout/core/contract';

/** For the `_meta` of what a private network has a part in. */
export const highConfidence = { 'loadout/requiredConfidence': 'HIGH' } as const;

/** A failure as a result, in words for the model. */
export function failWith(text: string, { isPrivate }: { readonly isPrivate?: boolean } = {}): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true, ...(isPrivate === true ? { _meta: highConfidence } : {}) };
}
