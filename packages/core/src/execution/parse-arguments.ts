import { isJsonObject, type JsonObject } from '../contract/json.js';
import type { ArgumentProblem } from '../contract/result.js';
import type { ArgumentRepair } from '../store/traces.js';
import { ArgumentsRefusedError, copyArguments, MAX_ARGUMENT_BYTES } from './copy-arguments.js';
import { parseJsonText, parseSpelled } from './parse-json-text.js';

/** Arguments as plain JSON that nobody else holds, and the repairs that this took. */
export interface UsableArguments {
  readonly ok: true;
  readonly args: JsonObject;
  readonly repairs: readonly ArgumentRepair[];
}

/** Arguments, or why they cannot be used. */
export type ParsedArguments =
  | UsableArguments
  | { readonly ok: false; readonly message: string; readonly problems?: readonly ArgumentProblem[] };

const noRepairs: readonly ArgumentRepair[] = Object.freeze([]);
const emptyArguments: readonly ArgumentRepair[] = Object.freeze([{ pointer: '', kind: 'empty-arguments' }]);
const spelledArguments: readonly ArgumentRepair[] = Object.freeze([{ pointer: '', kind: 'json-parsed' }]);

/**
 * Reads what a model or an embedder gave as arguments: an object, or its JSON text (contract 6.3). None at all,
 * empty text and null become `{}`, and text that spells the text of an object becomes that object (6.2). The
 * message of a refusal follows "Invalid arguments: ".
 */
export function parseArguments(input: unknown): ParsedArguments {
  try {
    if (typeof input === 'string') return parseText(input);
    if (input === undefined || input === null) return { ok: true, args: {}, repairs: emptyArguments };
    if (typeof input !== 'object' || Array.isArray(input)) return refuse(notAnObject(input));
    return { ok: true, args: copyArguments(input), repairs: noRepairs };
  } catch (error) {
    if (error instanceof ArgumentsRefusedError) return refuse(error.message);
    return refuse('they cannot be read: a property, or the object itself, throws');
  }
}

function parseText(text: string): ParsedArguments {
  if (text.length <= MAX_ARGUMENT_BYTES && text.trim() === '') return { ok: true, args: {}, repairs: emptyArguments };
  const value = parseJsonText(text);
  if (isJsonObject(value)) return { ok: true, args: value, repairs: noRepairs };
  if (value === null) return { ok: true, args: {}, repairs: emptyArguments };
  const spelled = typeof value === 'string' ? parseSpelled(value) : undefined;
  if (isJsonObject(spelled)) return { ok: true, args: spelled, repairs: spelledArguments };
  return refuse(notAnObject(value));
}

function notAnObject(value: unknown): string {
  const kind = Array.isArray(value)
    ? 'a list'
    : value === true || value === false
      ? String(value)
      : `a ${typeof value}`;
  return `they must be a JSON object, but ${kind} came`;
}

function refuse(message: string): ParsedArguments {
  return { ok: false, message };
}
