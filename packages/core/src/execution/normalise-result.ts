import { describeError, silenceEach } from '../companions/guard.js';
import { isJsonObject, isRecord, type JsonObject } from '../contract/json.js';
import { DEFAULT_POLICY } from '../contract/policy.js';
import type { ContentPart } from '../contract/result.js';
import { JsonCopier, JsonProblem } from '../schema/copy-json.js';
import { boundBinary, boundExtras, boundMeta } from './bound-result.js';
import type { CallState, DraftResult } from './call-state.js';
import { endWithError } from './explain-error.js';
import { countCharacters } from './measure-content.js';

/** Larger answers than this, by a rough count of characters, are refused instead of cut: copying them would hold the host up. */
const MAX_JSON_CHARACTERS = 4_000_000;
const MAX_PARTS = 1_000;

/** Media types are short words; what is longer is none. */
const MAX_MIME_TYPE_CHARACTERS = 255;

/** The parts of MCP's results: what each has to have as text, and what it may have as text. */
const partFields: Readonly<
  Record<ContentPart['type'], { readonly required: readonly string[]; readonly optional: readonly string[] }>
> = {
  text: { required: ['text'], optional: [] },
  image: { required: ['data', 'mimeType'], optional: [] },
  audio: { required: ['data', 'mimeType'], optional: [] },
  resource_link: { required: ['uri', 'name'], optional: ['title', 'description', 'mimeType'] },
  resource: { required: [], optional: [] },
};

/**
 * Makes a `CallToolResult` of whatever a tool answered (contract 6.5): a string or plain JSON is lifted into
 * one, nothing becomes "done", anything else is an error. All of it is copied: later changes by the tool,
 * getters that throw, cycles and proxies stay on its side.
 */
export function normaliseResult(call: CallState): void {
  try {
    call.result = normalise(
      call.returned,
      call.route?.policy.maxResultCharacters ?? DEFAULT_POLICY.maxResultCharacters,
    );
  } catch (error) {
    silenceEach(call.returned);
    endWithError(call, new Error(`The tool answered something that is no result: ${describeProblem(error)}`));
  }
  call.returned = undefined;
}

function describeProblem(error: unknown): string {
  if (!(error instanceof JsonProblem)) return describeError(error);
  const place = error.pointer.replace(/^\/+/, '').replaceAll('/', '.').slice(0, 80);
  return `${place === '' ? 'it' : place} ${error.message}`;
}

function normalise(returned: unknown, limit: number): DraftResult {
  if (typeof returned === 'string') return liftText(returned);
  if (returned === undefined || returned === null) return liftText('done');
  if (isCallToolResult(returned)) return copyResult(returned, limit);
  const json = new JsonCopier({ maxCharacters: MAX_JSON_CHARACTERS }).copy(returned, '');
  const text = JSON.stringify(json);
  return isJsonObject(json) ? { ...liftText(text), structuredContent: json } : liftText(text);
}

function liftText(text: string): DraftResult {
  return { content: [{ type: 'text', text }], isError: false, characters: text.length };
}

/** Told from plain JSON by a list of parts, or by a structured part where there is none. */
function isCallToolResult(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { content, structuredContent, isError } = value as Readonly<Record<string, unknown>>;
  if (content === undefined) return isRecord(structuredContent) || typeof isError === 'boolean';
  if (!Array.isArray(content)) return false;
  if (content.length === 0) return true;
  return content.some(
    (part: unknown) => isRecord(part) && typeof part.type === 'string' && Object.hasOwn(partFields, part.type),
  );
}

function copyResult(result: Readonly<Record<string, unknown>>, limit: number): DraftResult {
  const copier = new JsonCopier({ maxCharacters: MAX_JSON_CHARACTERS });
  const { content, structuredContent, isError, _meta } = result;
  if (isError !== undefined && typeof isError !== 'boolean') throw new TypeError('isError has to be true or false');
  const structured = copyObject(copier, structuredContent, 'structuredContent');
  const meta = copyObject(copier, _meta, '_meta');
  const keptMeta = meta && boundMeta(meta, limit);
  const copied = copyContent(copier, content ?? []);
  if (copied.length === 0) copied.push(standIn(copier, result, structured));
  // Before anything else looks at it: what will be left out need not be looked at.
  const parts = boundExtras(boundBinary(copied), limit);
  return {
    content: parts,
    isError: isError === true,
    characters: parts.reduce((sum, part) => sum + countCharacters(part), 0),
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(keptMeta === undefined ? {} : { _meta: keptMeta }),
  };
}

/** No result is empty: a model that gets nothing calls again. */
function standIn(
  copier: JsonCopier,
  result: Readonly<Record<string, unknown>>,
  structured: JsonObject | undefined,
): ContentPart {
  if (structured !== undefined) return { type: 'text', text: JSON.stringify(structured) };
  if (result.isError !== true) return { type: 'text', text: 'done' };
  // `{ isError: true, message: '…' }`: whatever the tool did say is better than nothing.
  const { content: _content, isError: _isError, _meta, ...said } = result;
  const text = JSON.stringify(copier.copy(said, ''));
  return { type: 'text', text: text === '{}' ? 'The tool reported an error without saying which.' : text };
}

function copyContent(copier: JsonCopier, content: unknown): ContentPart[] {
  if (!Array.isArray(content)) throw new TypeError('content has to be an array');
  if (content.length > MAX_PARTS) throw new TypeError(`content has ${content.length} parts; ${MAX_PARTS} are allowed`);
  return Array.from(content, (part: unknown, index) => copyPart(copier, part, index));
}

function copyPart(copier: JsonCopier, part: unknown, index: number): ContentPart {
  const place = `content[${index}]`;
  if (!isRecord(part)) throw new TypeError(`${place} has to be an object`);
  const { type } = part;
  if (typeof type !== 'string' || !Object.hasOwn(partFields, type)) {
    throw new TypeError(`${place}.type has to be one of ${Object.keys(partFields).join(', ')}`);
  }
  const { required, optional } = partFields[type as ContentPart['type']];
  const copy: Record<string, unknown> = { type };
  for (const field of [...required, ...optional]) {
    const value = part[field];
    if (field === 'mimeType') requireMimeType(value, place);
    if (typeof value === 'string') copy[field] = value;
    else if (value !== undefined || required.includes(field)) throw new TypeError(`${place}.${field} has to be a text`);
  }
  if (type === 'resource_link' && typeof part.size === 'number') copy.size = part.size;
  if (type === 'resource') copy.resource = copyResource(copier, part.resource, place);
  for (const field of ['annotations', '_meta']) {
    const value = copyObject(copier, part[field], `${place}.${field}`);
    if (value !== undefined) copy[field] = value;
  }
  // Built field by field from the table above, which lists what the type has.
  return copy as unknown as ContentPart;
}

function copyResource(copier: JsonCopier, resource: unknown, place: string): JsonObject {
  if (!isRecord(resource)) throw new TypeError(`${place}.resource has to be an object`);
  const { uri, mimeType, text, blob, _meta } = resource;
  if (typeof uri !== 'string') throw new TypeError(`${place}.resource.uri has to be a text`);
  if (typeof text !== 'string' && typeof blob !== 'string') {
    throw new TypeError(`${place}.resource has to have text or blob`);
  }
  requireMimeType(mimeType, `${place}.resource`);
  const meta = copyObject(copier, _meta, `${place}.resource._meta`);
  return {
    uri,
    ...(typeof mimeType === 'string' ? { mimeType } : {}),
    ...(typeof text === 'string' ? { text } : {}),
    ...(typeof blob === 'string' ? { blob } : {}),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}

function requireMimeType(value: unknown, place: string): void {
  if (typeof value !== 'string' || value.length <= MAX_MIME_TYPE_CHARACTERS) return;
  throw new TypeError(`${place}.mimeType has ${value.length} characters; ${MAX_MIME_TYPE_CHARACTERS} are allowed`);
}

function copyObject(copier: JsonCopier, value: unknown, field: string): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  const copy = copier.copy(value, field);
  if (!isJsonObject(copy)) throw new TypeError(`${field} has to be an object`);
  return copy;
}
