import type { ContentPart } from '../contract/result.js';
import type { CallState } from './call-state.js';
import { cutText } from './cut-text.js';
import { countBinary, countCharacters } from './measure-content.js';

/** Most characters of base64 in one result; a larger image or sound is left out. */
const MAX_BINARY_CHARACTERS = 20_000_000;

/**
 * Holds a result to the policy's `maxResultCharacters`: a text that is too long keeps its beginning and its
 * end around a marker that tells the model what to do; structured content that would be too long is left out.
 */
export function capResult(call: CallState): void {
  const { result, route } = call;
  if (result === undefined || route === undefined) return;
  if (
    result.structuredContent === undefined &&
    !result.hasBinary &&
    result.characters <= route.policy.maxResultCharacters
  )
    return;
  const limit = route.policy.maxResultCharacters;
  const { structuredContent, ...rest } = result;
  const fits = result.characters <= limit;
  const keepsStructured = structuredContent !== undefined && JSON.stringify(structuredContent).length <= limit;
  if (fits && !result.hasBinary && keepsStructured === (structuredContent !== undefined)) return;

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

/** Parts in order share the limit; the one that crosses it is cut, later texts are left out, which is said. */
export function cutContent(
  content: readonly ContentPart[],
  limit: number,
  cut: typeof cutText = cutText,
): readonly ContentPart[] {
  const characters = content.reduce((sum, part) => sum + countCharacters(part), 0);
  const texts = content.filter((part) => countCharacters(part) > 0).length;
  const note = characters > limit && texts > 1 && limit > 2 * NOTE_CHARACTERS ? NOTE_CHARACTERS : 0;
  let left = limit - note;
  let leftOut = 0;
  let binaryLeft = MAX_BINARY_CHARACTERS;
  const kept: ContentPart[] = [];
  for (const part of content) {
    const binary = countBinary(part);
    if (binary > binaryLeft) {
      kept.push({ type: 'text', text: `[${part.type} of ${binary} base64 characters left out: too large]` });
      continue;
    }
    binaryLeft -= binary;
    const characters = countCharacters(part);
    if (characters <= left) {
      kept.push(part);
      left -= characters;
    } else if (left > 0) {
      kept.push(cutPart(part, left, cut));
      left = 0;
    } else {
      leftOut += 1;
    }
  }
  if (leftOut > 0 && note > 0)
    kept.push({ type: 'text', text: `[${leftOut} more left out: the result is longer than allowed]` });
  return kept;
}

function cutPart(part: ContentPart, limit: number, cut: typeof cutText): ContentPart {
  if (part.type === 'text') return { ...part, text: cut(part.text, limit) };
  if (part.type === 'resource' && part.resource.text !== undefined && part.resource.uri.length < limit) {
    const text = cut(part.resource.text, limit - part.resource.uri.length);
    return { ...part, resource: { ...part.resource, text } };
  }
  return { type: 'text', text: `[${part.type} left out: the result is longer than allowed]`.slice(0, limit) };
}
