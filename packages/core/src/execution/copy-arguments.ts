import type { JsonObject, JsonValue } from '../contract/json.js';

/** Why arguments cannot be used, as it follows "Invalid arguments: ". */
export class ArgumentsRefusedError extends Error {
  override readonly name = 'ArgumentsRefusedError';
}

/** Bounds of arguments (contract 6.3). */
export const MAX_ARGUMENT_BYTES = 1_000_000;
export const MAX_ARGUMENT_LEVELS = 64;

/** From this many characters on, the bytes are counted. */
const MANY_CHARACTERS = MAX_ARGUMENT_BYTES / 3;

/** Where the copier is; made only on the way into objects and lists. */
interface Place {
  readonly parent: Place | undefined;
  readonly step: string | number;
}

/** Characters that the running copy has seen. One copy runs at a time. */
let seen = 0;

/**
 * Copies an object into fresh plain JSON, as JSON text would carry it: properties that are undefined are left
 * out, `toJSON` of instances is asked. Each property is read once. Throws {@link ArgumentsRefusedError} for what
 * JSON cannot carry, what exceeds the bounds, and the name `__proto__`; and whatever a getter or a proxy throws.
 */
export function copyArguments(args: object): JsonObject {
  seen = 0;
  if (!isPlainObject(args)) throw new ArgumentsRefusedError(`they must be a JSON object, but a ${kindOf(args)} came`);
  const copy = copyObject(args, 1, undefined);
  if (seen > MANY_CHARACTERS && Buffer.byteLength(JSON.stringify(copy)) > MAX_ARGUMENT_BYTES) throw tooLarge();
  return copy;
}

/**
 * The spread reads each property once, and with what follows takes half the time of a copy key by key. `for…in`
 * also meets what somebody added to `Object.prototype`; that is not the copy's own and is left alone.
 */
function copyObject(source: object, level: number, place: Place | undefined): JsonObject {
  const copy: Record<string, JsonValue | undefined> = { ...source };
  let hasGaps = false;
  for (const key in copy) {
    if (key === '__proto__') throw new ArgumentsRefusedError(forbiddenName);
    const value: unknown = copy[key];
    seen += key.length + 4;
    if (typeof value === 'string') seen += value.length;
    else if (typeof value === 'boolean' || value === null || isPlainNumber(value)) continue;
    else if (!Object.hasOwn(copy, key)) continue;
    else if (value === undefined) hasGaps = true;
    else copy[key] = typeof value === 'object' ? enter(value, level, place, key) : plain(value, place, key);
  }
  if (seen > MAX_ARGUMENT_BYTES) throw tooLarge();
  return hasGaps ? withoutGaps(copy) : (copy as JsonObject);
}

/** Copies arguments once more, after {@link copyArguments}: nothing in them needs a second look. */
export function copyAgain(args: JsonObject): JsonObject {
  const copy: Record<string, JsonValue> = { ...args };
  for (const key in copy) {
    const value = copy[key];
    if (typeof value === 'object' && value !== null && Object.hasOwn(copy, key)) copy[key] = copyValue(value);
  }
  return copy;
}

function copyValue(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? value.map(copyValue) : copyAgain(value as JsonObject);
}

/** A number that JSON carries as it is: finite, and not -0. */
function isPlainNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && (value !== 0 || 1 / value > 0);
}

/** JSON text has no properties that are undefined. */
function withoutGaps(copy: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(copy).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}

function copyList(source: readonly unknown[], level: number, place: Place | undefined): JsonValue {
  const copy: JsonValue[] = [];
  const { length } = source;
  for (let index = 0; index < length; index += 1) {
    const value = source[index];
    if (value === undefined) copy.push(plain(null, place, index));
    else if (typeof value === 'object' && value !== null) copy.push(enter(value, level, place, index));
    else copy.push(plain(value, place, index));
  }
  return copy;
}

/** A list or an object at `step`, inside of one at `level`. */
function enter(value: object, level: number, parent: Place | undefined, step: string | number): JsonValue {
  seen += 2;
  if (seen > MAX_ARGUMENT_BYTES) throw tooLarge();
  if (level >= MAX_ARGUMENT_LEVELS) throw tooDeep();
  const place = { parent, step };
  if (Array.isArray(value)) return copyList(value, level + 1, place);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return copyObject(value, level + 1, place);
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') {
    const replaced: unknown = toJSON.call(value, String(step));
    if (typeof replaced !== 'object' || replaced === null) return plain(replaced, parent, step);
    if (replaced !== value) return enter(replaced, level + 1, parent, step);
  }
  if (!isPlainObject(value)) throw notJson(`a ${kindOf(value)}`, parent, step);
  return copyObject(value, level + 1, place);
}

/** Whether only its own properties make up the object, as those of a Map or a Date do not. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || kindOf(value) === 'Object';
}

function kindOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

function plain(value: unknown, parent: Place | undefined, step: string | number): JsonValue {
  seen += typeof value === 'string' ? value.length + 2 : 1;
  if (seen > MAX_ARGUMENT_BYTES) throw tooLarge();
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw notJson(String(value), parent, step);
      return value + 0; // JSON has no -0
    case 'object':
      return null;
    default:
      throw notJson(`a ${typeof value}`, parent, step);
  }
}

/** Why the name is refused: code that copies objects carelessly would change what all objects inherit. */
export const forbiddenName = 'they contain the name "__proto__", which is never allowed';

/** For arguments beyond {@link MAX_ARGUMENT_BYTES}. */
export function tooLarge(): ArgumentsRefusedError {
  return new ArgumentsRefusedError('they are larger than 1 MB; send less');
}

/** For arguments beyond {@link MAX_ARGUMENT_LEVELS}. */
export function tooDeep(): ArgumentsRefusedError {
  return new ArgumentsRefusedError(`they are nested deeper than ${MAX_ARGUMENT_LEVELS} levels; flatten them`);
}

function notJson(what: string, parent: Place | undefined, step: string | number): ArgumentsRefusedError {
  const steps = [step];
  for (let place = parent; place !== undefined; place = place.parent) steps.unshift(place.step);
  return new ArgumentsRefusedError(`${readablePath(steps)} is ${what}, which JSON cannot carry`);
}

/** `filters.faculty[0]["odd name"]`: names as they are, positions in lists as numbers. */
export function readablePath(steps: readonly (string | number)[]): string {
  let path = '';
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`;
    else if (!/^[\p{L}_$][\p{L}\p{N}_$-]{0,63}$/u.test(step)) path += `[${JSON.stringify(step.slice(0, 100))}]`;
    else path += path === '' ? step : `.${step}`;
  }
  return path;
}
