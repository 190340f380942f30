import { LoadoutError } from '../contract/errors.js';
import { isRecord } from '../contract/json.js';
import { textOf } from './wire-values.js';

const MAX_SHOWN = 300;

/**
 * The error for what is no response. Services answer errors in many shapes, also with status 200, and a wrong base URL
 * answers with a page: the message says what came.
 */
export function invalidResponse(api: string, expected: string, came: unknown): LoadoutError {
  const said = readErrorBody(came);
  if (said !== null) {
    return new LoadoutError('MODEL_RESPONSE_INVALID', `The model's service answered with an error: ${said}`, {
      details: { api, error: said },
    });
  }
  return new LoadoutError(
    'MODEL_RESPONSE_INVALID',
    `This is no response of ${api}: expected ${expected}, got ${describe(came)}. Check that the base URL and the ` +
      "turn's model API belong together.",
    { details: { api } },
  );
}

/** The message of an error body; null where there is none. */
export function readErrorBody(body: unknown): string | null {
  if (!isRecord(body)) return null;
  const { error } = body;
  if (typeof error === 'string' && error !== '') return cut(error);
  if (isRecord(error)) {
    const text = textOf(error.message) || textOf(error.type) || textOf(error.code) || textOf(error.status);
    return cut(text === '' ? 'no message' : text);
  }
  if (body.type === 'error' || body.object === 'error') return cut(textOf(body.message) || 'no message');
  return null;
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'string') {
    const isPage = /^\s*</.test(value);
    return `${isPage ? 'a page' : 'text'} that begins with ${JSON.stringify(value.trim().slice(0, 80))}`;
  }
  if (typeof value !== 'object') return value === undefined ? 'nothing' : `a ${typeof value}`;
  const names = Object.keys(value);
  if (names.length === 0) return 'an empty object, as where a stream brings none of its events (a page, or nothing)';
  return `an object with ${names.slice(0, 6).join(', ').slice(0, 120)}${names.length > 6 ? ', …' : ''}`;
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
}
