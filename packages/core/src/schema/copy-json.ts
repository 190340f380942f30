import type { JsonValue } from '../contract/json.js';
import { escapePointer } from './walk-schema.js';

/** Most characters that a copy may have as JSON text, by a rough count. */
const MAX_CHARACTERS = 1_000_000;
const MAX_LEVELS = 64;

/** How large a copy may be. */
interface JsonBounds {
  /** As JSON text, by a rough count. Default 1,000,000. */
  readonly maxCharacters?: number;
  /** Of one list or one object, which is refused before any of them is copied. Default: what the characters allow. */
  readonly maxEntries?: number;
}

/** What is not plain JSON in a foreign value, and where. */
export class JsonProblem extends Error {
  /** JSON pointer. */
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

/**
 * Copies foreign values into deeply frozen plain JSON. Each property is read once; properties that are
 * undefined are left out, as JSON does; everything else that JSON cannot carry is refused. One copier has one
 * budget, so that a proxy without end or a value that is shared a million times ends as well.
 */
export class JsonCopier {
  readonly #maxCharacters: number;
  readonly #maxEntries: number;
  #left: number;
  readonly #path: (string | number)[] = [];

  constructor({ maxCharacters = MAX_CHARACTERS, maxEntries = Number.POSITIVE_INFINITY }: JsonBounds = {}) {
    this.#maxCharacters = maxCharacters;
    this.#maxEntries = maxEntries;
    this.#left = maxCharacters;
  }

  /** Characters that have been copied so far, by a rough count. */
  get spent(): number {
    return this.#maxCharacters - this.#left;
  }

  /** Copies a value that stands at `field`. Throws {@link JsonProblem}, or what a getter or a proxy throws. */
  copy(value: unknown, field: string): JsonValue {
    this.#path.length = 0;
    this.#path.push(field);
    return this.#copy(value);
  }

  /** Copies one property, if there is one. Throws {@link JsonProblem}, or what a getter or a proxy throws. */
  copyProperty(source: Readonly<Record<string, unknown>>, key: string): JsonValue | undefined {
    this.#path.length = 0;
    this.#path.push(key);
    const value = source[key];
    return value === undefined ? undefined : this.#copy(value);
  }

  /** Where the copier is, as a JSON pointer: after a throw, the place that is to blame. */
  get pointer(): string {
    return this.#path.map((step) => `/${escapePointer(String(step))}`).join('');
  }

  #copy(value: unknown): JsonValue {
    switch (typeof value) {
      case 'string':
        this.#spend(value.length);
        return value;
      case 'boolean':
        this.#spend(5);
        return value;
      case 'number':
        this.#spend(8);
        if (!Number.isFinite(value)) throw this.#problem(`is ${value}, which JSON cannot carry`);
        return value + 0; // -0 is 0 in JSON
      case 'object':
        if (value === null) {
          this.#spend(4);
          return null;
        }
        return Array.isArray(value) ? this.#copyArray(value) : this.#copyObject(value);
      default:
        throw this.#problem(`is ${value === undefined ? 'undefined' : `a ${typeof value}`}, which JSON cannot carry`);
    }
  }

  #copyArray(array: readonly unknown[]): JsonValue {
    this.#enter();
    const copy: JsonValue[] = [];
    const { length } = array;
    this.#checkEntries(length);
    for (let index = 0; index < length; index += 1) {
      this.#path.push(index);
      copy.push(this.#copy(array[index]));
      this.#path.pop();
    }
    return Object.freeze(copy);
  }

  #copyObject(object: object): JsonValue {
    this.#enter();
    if (!isPlainObject(object)) throw this.#problem('is an instance of a class. Give plain JSON');
    const copy: Record<string, JsonValue> = {};
    const source = object as Record<string, unknown>;
    const keys = Object.keys(object);
    this.#checkEntries(keys.length);
    for (const key of keys) {
      this.#path.push(key);
      if (key === '__proto__') throw this.#problem('is a name that is never allowed. Rename it');
      this.#spend(key.length);
      const value = source[key];
      if (value !== undefined) copy[key] = this.#copy(value);
      this.#path.pop();
    }
    return Object.freeze(copy);
  }

  #enter(): void {
    this.#spend(2);
    if (this.#path.length > MAX_LEVELS) throw this.#problem(`is nested deeper than ${MAX_LEVELS} levels`);
  }

  #checkEntries(count: number): void {
    if (count > this.#maxEntries) throw this.#problem(`has ${count} entries; ${this.#maxEntries} are allowed`);
  }

  #spend(characters: number): void {
    this.#left -= characters + 2;
    if (this.#left < 0)
      throw new JsonProblem(
        `/${this.#path[0]}`,
        `makes the whole larger than ${this.#maxCharacters} characters. Shorten it`,
      );
  }

  #problem(message: string): JsonProblem {
    return new JsonProblem(this.pointer, message);
  }
}

/** Whether `value` is an object as JSON has it, also one of another realm. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}
