import type { JsonValue } from '../contract/json.js';
import type { ContentPart } from '../contract/result.js';
import { REDACTED, type Redactor } from '../settings/redactor.js';
import type { CallState } from './call-state.js';
import { cutContent } from './cap-result.js';
import { cutText, type TextCuts } from './cut-text.js';
import { countCharacters } from './measure-content.js';

/** In base64 data up to this long secrets are looked for; a part that has one is left out. */
const MAX_DATA_CHARACTERS = 1_000_000;

/**
 * Takes secrets out of a result (contract 9.5): out of texts, also where one is spread over neighbouring parts, links,
 * structured content and `_meta`. What will be left out for its size is not looked at: a result that is too long is cut
 * first, and never inside a secret.
 */
export function redactResult(call: CallState): void {
  const { result, route } = call;
  const { redactor } = call.host;
  if (result === undefined || route === undefined || redactor.isIdle) return;
  const limit = route.policy.maxResultCharacters;
  const { structuredContent, _meta, content, ...rest } = result;
  const joined = redactAcrossParts(content, redactor, limit);
  const isLong = joined.reduce((sum, part) => sum + countCharacters(part), 0) > limit;
  const bounded = isLong ? cutContent(joined, limit, (text, most) => cutApart(text, most, redactor)) : joined;
  const clean = bounded.map((part) => redactPart(part, redactor));
  // Otherwise `capResult` leaves it out, too.
  const keepsStructured = structuredContent !== undefined && JSON.stringify(structuredContent).length <= limit;
  call.result = {
    ...rest,
    content: clean.every((part, index) => part === content[index]) && clean.length === content.length ? content : clean,
    characters: clean.reduce((sum, part) => sum + countCharacters(part), 0),
    ...(keepsStructured ? { structuredContent: redactor.json(structuredContent) } : {}),
    ...(_meta === undefined ? {} : { _meta: redactor.json(_meta) }),
  };
}

/** A text that is too long keeps no half of a secret at its cuts. */
function cutApart(text: string, limit: number, redactor: Redactor): string {
  return cutText(text, limit, (cuts) => moveCuts(text, cuts, redactor));
}

function moveCuts(text: string, { head, tail }: TextCuts, redactor: Redactor): TextCuts {
  const { margin } = redactor;
  const around = (at: number): { readonly start: number; readonly end: number } | undefined => {
    const from = Math.max(0, at - margin);
    const span = redactor
      .spans(text.slice(from, at + margin))
      .find(({ start, end }) => start + from < at && at < end + from);
    return span && { start: span.start + from, end: span.end + from };
  };
  return { head: around(head)?.start ?? head, tail: around(tail)?.end ?? tail };
}

function redactPart(part: ContentPart, redactor: Redactor): ContentPart {
  const data =
    part.type === 'image' || part.type === 'audio'
      ? part.data
      : part.type === 'resource'
        ? part.resource.blob
        : undefined;
  if (data !== undefined && data.length <= MAX_DATA_CHARACTERS && redactor.spans(data).length > 0) {
    return { type: 'text', text: `[${part.type} left out: it has a secret in it]` };
  }
  // A part of a result is plain JSON, and keeps its shape: only texts are others.
  return redactor.json(part as unknown as JsonValue, (value) => value === data) as unknown as ContentPart;
}

/** A piece of a text part that a secret may begin or end in. */
interface Piece {
  readonly part: number;
  /** Where it begins in its part. */
  readonly from: number;
  /** Where it begins among all pieces. */
  readonly at: number;
  readonly length: number;
}

/** What takes the place of something in a text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** Replaces secrets that begin in one text part and end in a later one. Of long parts only the ends are looked at. */
function redactAcrossParts(content: readonly ContentPart[], redactor: Redactor, limit: number): readonly ContentPart[] {
  if (content.length < 2) return content;
  const { margin } = redactor;
  const edits = new Map<number, Edit[]>();
  let seen = 0;
  let pieces: Piece[] = [];
  let text = '';
  const add = (part: number, from: number, piece: string): void => {
    pieces.push({ part, from, at: text.length, length: piece.length });
    text += piece;
  };
  const finish = (): void => {
    if (pieces.length > 1) findCrossing(text, pieces, redactor, edits);
    pieces = [];
    text = '';
  };
  for (const [index, part] of content.entries()) {
    // What comes later is left out for the size of what came before.
    if (seen > limit + margin) break;
    seen += countCharacters(part);
    if (part.type !== 'text') {
      finish();
      continue;
    }
    const whole = part.text;
    if (whole.length <= 2 * margin) add(index, 0, whole);
    else {
      add(index, 0, whole.slice(0, margin));
      finish();
      add(index, whole.length - margin, whole.slice(-margin));
    }
  }
  finish();
  if (edits.size === 0) return content;
  return content.map((part, index) => {
    const own = edits.get(index);
    return own === undefined || part.type !== 'text' ? part : { ...part, text: applyEdits(part.text, own) };
  });
}

function findCrossing(text: string, pieces: readonly Piece[], redactor: Redactor, edits: Map<number, Edit[]>): void {
  for (const { start, end } of redactor.spans(text)) {
    const touched = pieces.filter(({ at, length }) => at < end && start < at + length);
    if (touched.length < 2) continue;
    for (const [index, { part, from, at, length }] of touched.entries()) {
      const edit = {
        start: from + Math.max(0, start - at),
        end: from + Math.min(length, end - at),
        by: index === 0 ? REDACTED : '',
      };
      const known = edits.get(part);
      if (known === undefined) edits.set(part, [edit]);
      else known.push(edit);
    }
  }
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  let clean = text;
  for (const { start, end, by } of [...edits].sort((a, b) => b.start - a.start)) {
    clean = clean.slice(0, start) + by + clean.slice(end);
  }
  return clean;
}
