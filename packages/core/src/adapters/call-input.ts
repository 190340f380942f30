import { isRecord } from '../contract/json.js';
import type { WireObject } from './wire-values.js';

/** Under this name the text of arguments that are no object stands in a call's input, which has to be one. */
const INVALID_JSON = 'INVALID_JSON';

/** The input as an API takes it back: an object, whatever came. */
export function toSentInput(input: unknown): WireObject {
  if (isRecord(input)) return input;
  if (input === undefined || input === null) return {};
  return { [INVALID_JSON]: typeof input === 'string' ? input : JSON.stringify(input) };
}

/** Arguments that were no object come as the text they were, so that the host says what is wrong with them. */
export function readSentInput(input: unknown): unknown {
  if (!isRecord(input) || Object.keys(input).length !== 1) return input;
  const text = input[INVALID_JSON];
  return typeof text === 'string' ? text : input;
}
