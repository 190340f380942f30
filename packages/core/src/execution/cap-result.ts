import type { ContentPart } from '../contract/result.js';
import type { CallState } from './call-state.js';
import { cutText, type TakeText } from './cut-text.js';
import { countCharacters } from './measure-content.js';

/**
 * Holds a result to the policy's `maxResultCharacters`: a text that is too long keeps its beginning and its
 * end around a marker that tells the model what to do; structured content that would be too long is left out.
 */
export function capResult(call: CallState): void {
  const { result, route } = call;
  if (result === undefined || route === undefined) return;
  const limit = route.policy.maxResultCharacters;
  const fits = result.characters <= limit;
  if (fits && result.structuredContent === undefined) return;
  const { structuredContent, ...rest } = result;
  const keepsStructured = structuredContent !== undefined && JSON.stringify(structuredContent).length <= limit;
  if (fits && keepsStructured) return;

  const content = cutContent(result.content, limit);
  call.result = {
    ...rest,
    content,
    characters: content.reduce((sum, part) => sum + countCharacters(part), 0),
    ...(keepsStructured ? { structuredContent } : {}),
  };
}

/** Kept back for the sentence about parts that are left out. */
const NOTE_CHARACTERS = 80;

/** The part that crosses a limit. */
interface Crossing {
  readonly index: number;
  /** What it may have of the limit; nothing: it is left out. */
  readonly left: number;
  readonly hasNote: boolean;
}

/** Undefined where all parts together are within the limit. */
export function findCrossing(content: readonly ContentPart[], limit: number): Crossing | undefined {
  const counts = content.map(countCharacters);
  if (counts.reduce((sum, count) => sum + count, 0) <= limit) return undefined;
  const hasNote = counts.filter((count) => count > 0).length > 1 && limit > 2 * NOTE_CHARACTERS;
  let left = limit - (hasNote ? NOTE_CHARACTERS : 0);
  const index = counts.findIndex((count) => {
    if (count > left) return true;
    left -= count;
    return false;
  });
  return { index, left, hasNote };
}

/**
 * Parts in order share the limit; the one that crosses it is cut, later texts are left out, which is said. `take` tells what
 * is kept of the text of the one that is cut.
 */
export function cutContent(
  content: readonly ContentPart[],
  limit: number,
  take?: (part: ContentPart, text: string) => TakeText,
): readonly ContentPart[] {
  const crossing = findCrossing(content, limit);
  if (crossing === undefined) return content;
  const { index: at, left, hasNote } = crossing;
  let leftOut = 0;
  const kept: ContentPart[] = [];
  for (const [index, part] of content.entries()) {
    if (index < at || countCharacters(part) === 0) kept.push(part);
    else if (index === at && left > 0) kept.push(cutPart(part, left, take));
    else leftOut += 1;
  }
  if (leftOut > 0 && hasNote)
    kept.push({ type: 'text', text: `[${leftOut} more left out: the result is longer than allowed]` });
  return kept;
}

function cutPart(
  part: ContentPart,
  limit: number,
  take: ((part: ContentPart, text: string) => TakeText) | undefined,
): ContentPart {
  const cut = (text: string, most: number): string => cutText(text, most, take?.(part, text));
  if (part.type === 'text') return { ...part, text: cut(part.text, limit) };
  if (part.type === 'resource' && part.resource.text !== undefined && part.resource.uri.length < limit) {
    const text = cut(part.resource.text, limit - part.resource.uri.length);
    return { ...part, resource: { ...part.resource, text } };
  }
  return { type: 'text', text: `[${part.type} left out: the result is longer than allowed]`.slice(0, limit) };
}
