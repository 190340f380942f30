import type { JsonValue } from '../contract/json.js';
import type { ContentPart } from '../contract/result.js';
import type { TextSpan } from '../settings/needle-search.js';
import { REDACTED, type Redactor } from '../settings/redactor.js';
import type { CallState } from './call-state.js';
import { cutContent, findCrossing } from './cap-result.js';
import { planCuts, type TakeText } from './cut-text.js';
import { countCharacters } from './measure-content.js';

/** In so much base64 data of one result secrets are looked for; a part that has one is left out. */
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
  const structuredText = JSON.stringify(structuredContent);
  // Otherwise `capResult` leaves it out, too.
  const structured =
    structuredContent === undefined || structuredText.length > limit ? undefined : redactor.json(structuredContent);
  const isSaid = content.length === 1 && content[0]?.type === 'text' && content[0].text === structuredText;
  let clean = redactContent(content, redactor, limit);
  if (isSaid && structured !== undefined && structured !== structuredContent) {
    // A text that says the same goes on saying the same, unless there is a secret in how it is written.
    const text = JSON.stringify(structured);
    if (text.length <= limit && redactor.text(text) === text)
      clean = clean.map((part) => ({ ...part, type: 'text', text }));
  }
  call.result = {
    ...rest,
    content: clean,
    characters: clean.reduce((sum, part) => sum + countCharacters(part), 0),
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(_meta === undefined ? {} : { _meta: redactor.json(_meta) }),
  };
}

function redactContent(content: readonly ContentPart[], redactor: Redactor, limit: number): readonly ContentPart[] {
  const spans = findSpans(content, redactor, limit);
  const bounded = cutContent(content, limit, (part, text) =>
    part.type === 'text' ? takeBetween(text, spans.get(part) ?? [], true) : takeAround(text, redactor),
  );
  let dataLeft = MAX_DATA_CHARACTERS;
  return bounded.map((part) => {
    const data = dataOf(part);
    if (data !== undefined && data.length <= dataLeft) {
      dataLeft -= data.length;
      if (redactor.isInData(data)) return { type: 'text', text: `[${part.type} left out: it has a secret in it]` };
    }
    const own = spans.get(part);
    const text =
      own === undefined || part.type !== 'text' ? undefined : takeBetween(part.text, own)(0, part.text.length);
    const cleanPart = text === undefined ? part : { ...part, text };
    // A text was looked at already. A part of a result is plain JSON, and keeps its shape: only texts are others.
    const done = part.type === 'text' ? (cleanPart as typeof part).text : data;
    return redactor.json(cleanPart as unknown as JsonValue, (value) => value === done) as unknown as ContentPart;
  });
}

function dataOf(part: ContentPart): string | undefined {
  if (part.type === 'image' || part.type === 'audio') return part.data;
  return part.type === 'resource' ? part.resource.blob : undefined;
}

/** A stretch of a text part, in a text that is made of several. */
interface Piece {
  readonly part: ContentPart;
  /** Where it begins in its part. */
  readonly from: number;
  /** Where it begins in the whole. */
  readonly at: number;
  readonly length: number;
}

/**
 * Where secrets stand in text parts, by part; one that is spread over several stands in each, and reaches over its ends.
 * The parts are looked at as one text, whatever stands between them: of those that will be cut only what stays, and as much
 * around it as a secret may have.
 */
function findSpans(
  content: readonly ContentPart[],
  redactor: Redactor,
  limit: number,
): ReadonlyMap<ContentPart, readonly TextSpan[]> {
  const spans = new Map<ContentPart, TextSpan[]>();
  const { margin } = redactor;
  const crossing = findCrossing(content, limit);
  let pieces: Piece[] = [];
  let text = '';
  const add = (part: ContentPart, from: number, piece: string): void => {
    pieces.push({ part, from, at: text.length, length: piece.length });
    text += piece;
  };
  const finish = (): void => {
    assignSpans(redactor.spans(text), pieces, spans);
    pieces = [];
    text = '';
  };
  let after = margin;
  for (const [index, part] of content.entries()) {
    if (part.type !== 'text') continue;
    if (crossing === undefined || index < crossing.index) add(part, 0, part.text);
    else if (index === crossing.index && crossing.left > 0) {
      const { head, tail } = planCuts(part.text, crossing.left);
      if (tail - head <= 2 * margin) add(part, 0, part.text);
      else {
        add(part, 0, part.text.slice(0, head + margin));
        finish();
        add(part, tail - margin, part.text.slice(tail - margin));
      }
    } else {
      // Left out; but a secret may begin in what is kept and end here.
      add(part, 0, part.text.slice(0, after));
      after -= part.text.length;
      if (after <= 0) break;
    }
  }
  finish();
  return spans;
}

function assignSpans(found: readonly TextSpan[], pieces: readonly Piece[], spans: Map<ContentPart, TextSpan[]>): void {
  let first = 0;
  for (const { start, end } of found) {
    while (first < pieces.length && endOf(pieces[first]) <= start) first += 1;
    for (let index = first; index < pieces.length; index += 1) {
      const piece = pieces[index];
      if (piece === undefined || piece.at >= end) break;
      if (piece.length === 0) continue;
      const own = { start: piece.from + start - piece.at, end: piece.from + end - piece.at };
      const known = spans.get(piece.part);
      if (known === undefined) spans.set(piece.part, [own]);
      else known.push(own);
    }
  }
}

function endOf(piece: Piece | undefined): number {
  return piece === undefined ? 0 : piece.at + piece.length;
}

/**
 * What may be kept of a text with secrets at these places: none of them, and no half of one. Nothing grows in a text that
 * is cut to a limit.
 */
function takeBetween(text: string, spans: readonly TextSpan[], isLimited = false): TakeText {
  return (from, to) => {
    let clean = '';
    let at = from;
    for (const { start, end } of spans) {
      if (end <= from) continue;
      if (start >= to) break;
      // One that reaches over an end is told of where it begins, where it has the room.
      const isCut = start < from || (end > to && (to < text.length || (isLimited && to - start < REDACTED.length)));
      clean += text.slice(at, Math.max(at, start)) + (isCut ? '' : REDACTED);
      at = Math.min(end, to);
    }
    return clean + text.slice(at, to);
  };
}

/** The same for a text that stands alone: secrets are looked for at the cuts, and the rest is done later. */
function takeAround(text: string, redactor: Redactor): TakeText {
  const { margin } = redactor;
  const spanAt = (at: number): TextSpan | undefined => {
    const from = Math.max(0, at - margin);
    const span = redactor
      .spans(text.slice(from, at + margin))
      .find(({ start, end }) => start + from < at && at < end + from);
    return span && { start: span.start + from, end: span.end + from };
  };
  return (from, to) => text.slice(spanAt(from)?.end ?? from, spanAt(to)?.start ?? to);
}
