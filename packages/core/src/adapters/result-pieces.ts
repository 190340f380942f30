import { isRecord, type JsonObject, type JsonValue } from '../contract/json.js';
import type { CallOutcome, ContentPart } from '../contract/result.js';
import { isSameJson } from '../schema/is-same-json.js';

/**
 * What of a result goes to a model, before an API puts it into its own form. Three rules:
 * - parts keep their order; what no API takes inside a result (sound, files, links) becomes a short text;
 * - structured content goes as JSON text behind the parts, unless a text part says the same JSON already;
 * - base64 never goes as text, and `_meta` never goes at all.
 */
export type ResultPiece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

/** Which images an API takes inside a result. */
export interface ImageRule {
  readonly mimeTypes: readonly string[];
  /** Of base64, each. */
  readonly maxCharacters: number;
}

/** Texts in structured content from this length on that are base64 alone are left out. */
const MIN_BASE64_CHARACTERS = 1_000;

/** Never empty. `images` is null where the API, the model or this result takes none. */
export function createResultPieces(outcome: CallOutcome, images: ImageRule | null): readonly ResultPiece[] {
  const pieces: ResultPiece[] = [];
  const structured = outcome.structuredContent === undefined ? null : hideBase64(outcome.structuredContent, outcome);
  let isSaid = false;
  for (const part of outcome.content) {
    if (part.type === 'text' && structured !== null && saysSame(part.text, outcome.structuredContent)) {
      if (!isSaid) pieces.push({ type: 'text', text: structured.isHidden ? structured.text : part.text });
      isSaid = true;
    } else {
      const piece = createPiece(part, images);
      if (piece.type !== 'text' || piece.text.trim() !== '') pieces.push(piece);
    }
  }
  if (structured !== null && !isSaid) pieces.push({ type: 'text', text: structured.text });
  if (pieces.length === 0) {
    pieces.push({ type: 'text', text: outcome.isError ? 'The tool failed without saying why.' : 'done' });
  }
  return pieces;
}

/** The pieces as one text; images have become text before. */
export function joinPieces(pieces: readonly ResultPiece[]): string {
  return pieces.map((piece) => (piece.type === 'text' ? piece.text : '')).join('\n\n');
}

/**
 * Says of a failed result that it failed, for APIs that have no mark for it. What the host says of a call that did not
 * run stays word for word (contract 6.6).
 */
export function markError(text: string, outcome: CallOutcome): string {
  if (!outcome.isError || outcome.status === 'BLOCKED' || outcome.status === 'CANCELLED') return text;
  return /^\s*(error|tool execution failed)\b/i.test(text) ? text : `Error: ${text}`;
}

function createPiece(part: ContentPart, images: ImageRule | null): ResultPiece {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
      return createImage(part.data, part.mimeType, images);
    case 'audio':
      return leftOut(`${part.mimeType}, ${size(part.data)}`, 'sound cannot be sent to this model');
    case 'resource_link':
      return { type: 'text', text: describeLink(part) };
    case 'resource': {
      const { uri, mimeType, text, blob } = part.resource;
      if (text !== undefined) return { type: 'text', text: `${uri}\n${text}` };
      if (mimeType?.startsWith('image/') === true) return createImage(blob ?? '', mimeType, images);
      return leftOut(
        `${uri}, ${mimeType ?? 'unknown type'}, ${size(blob ?? '')}`,
        'a file cannot be sent to this model',
      );
    }
    default:
      return part satisfies never;
  }
}

function createImage(data: string, mimeType: string, images: ImageRule | null): ResultPiece {
  const type = mimeType.toLowerCase();
  const what = `${type.slice(0, 60)}, ${size(data)}`;
  if (images === null) return leftOut(what, 'images cannot be sent to this model in a result');
  if (!images.mimeTypes.includes(type)) return leftOut(what, 'this model does not take this kind of image');
  if (data.length > images.maxCharacters) return leftOut(what, 'it is too large for this model');
  if (data === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return leftOut(what, 'it is not valid base64');
  return { type: 'image', data, mimeType: type };
}

function leftOut(what: string, why: string): ResultPiece {
  return { type: 'text', text: `[${what}: left out, ${why}]` };
}

function describeLink(part: Extract<ContentPart, { type: 'resource_link' }>): string {
  const about = [part.title ?? part.name, part.mimeType, part.description].filter((text) => text !== undefined);
  return `${part.uri} (${about.join('; ')})`;
}

function size(base64: string): string {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  const bytes = Math.floor((base64.length * 3) / 4) - padding;
  return bytes < 1_000 ? `${bytes} bytes` : `${Math.round(bytes / 1_000)} kB`;
}

function saysSame(text: string, structured: JsonObject | undefined): boolean {
  if (structured === undefined || !text.trimStart().startsWith('{')) return false;
  try {
    return isSameJson(JSON.parse(text) as JsonValue, structured);
  } catch {
    return false; // No JSON, so it says something else.
  }
}

/** Structured content often repeats an image of the parts. */
function hideBase64(
  structured: JsonObject,
  outcome: CallOutcome,
): { readonly text: string; readonly isHidden: boolean } {
  const binary = new Set(outcome.content.map(binaryOf).filter((data) => data.length > 64));
  let isHidden = false;
  const hide = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') {
      if (!binary.has(value) && !isBase64(value)) return value;
      isHidden = true;
      return `[${size(value)} of base64 left out]`;
    }
    if (Array.isArray(value)) return value.map(hide);
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value as JsonObject).map(([name, member]) => [name, hide(member)]));
  };
  const text = JSON.stringify(hide(structured));
  return { text, isHidden };
}

function binaryOf(part: ContentPart): string {
  if (part.type === 'image' || part.type === 'audio') return part.data;
  return part.type === 'resource' ? (part.resource.blob ?? '') : '';
}

function isBase64(text: string): boolean {
  if (text.length < MIN_BASE64_CHARACTERS) return false;
  const data = /^data:[^,]{0,100};base64,/.exec(text);
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(data === null ? text : text.slice(data[0].length));
}
