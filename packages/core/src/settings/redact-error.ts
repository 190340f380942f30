import { types } from 'node:util';
import type { ErrorCode } from '../contract/error-codes.js';
import { LoadoutError } from '../contract/errors.js';
import type { Redactor } from './redactor.js';

/** No text of an error that a log gets is longer. */
const MAX_CHARACTERS = 10_000;

/** All texts of an error, its causes and its fields together. */
const MAX_TOTAL_CHARACTERS = 100_000;
const MAX_VALUES = 1_000;
const MAX_DEPTH = 10;

/** Said of an error's fields by the error itself, or shown by loggers in ways of their own. */
const knownFields: readonly string[] = ['name', 'message', 'stack', 'cause', 'errors'];

/** The language's own errors are told apart by their class. */
const nativeErrors = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError] as const;

/**
 * What was thrown, for the log: plain data without secrets. An error becomes a new one with name, message, stack, causes and
 * plain fields, all within bounds; of what is neither an error nor plain there is its class alone, because nobody knows
 * what a logger gets to read of it. The same where no secret is known. Never throws.
 */
export function redactError(redactor: Redactor, thrown: unknown): unknown {
  return redactor.isIdle ? thrown : new Copy(redactor).value(thrown, 0);
}

/** One thing that was thrown, on its way to a copy. */
class Copy {
  readonly #redactor: Redactor;
  readonly #seen = new Set<object>();
  #valuesLeft = MAX_VALUES;
  #charactersLeft = MAX_TOTAL_CHARACTERS;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  value(value: unknown, depth: number): unknown {
    switch (typeof value) {
      case 'string':
        return this.#text(value);
      case 'number':
        return this.#redactor.json(value);
      case 'boolean':
      case 'undefined':
        return value;
      case 'object':
        return value === null ? null : this.#object(value, depth);
      case 'function':
        return '[a function]';
      default:
        return this.#text(String(value));
    }
  }

  #object(value: object, depth: number): unknown {
    this.#valuesLeft -= 1;
    if (this.#seen.has(value)) return '[the same again]';
    if (depth > MAX_DEPTH || this.#valuesLeft < 0) return '[left out]';
    this.#seen.add(value);
    try {
      if (types.isNativeError(value) || value instanceof Error) return this.#error(value, depth);
      if (types.isProxy(value)) return '[a proxy]';
      if (Array.isArray(value)) return this.#list(value, depth);
      const prototype: unknown = Object.getPrototypeOf(value);
      if (prototype === null || Object.getPrototypeOf(prototype) === null) return this.#fields(value, depth);
      return `[${this.#text(classOf(prototype))}]`;
    } catch {
      // A getter or a trap that throws: nothing of it can be shown.
      return depth === 0 ? new Error('An error that cannot be read.') : '[a value that cannot be read]';
    }
  }

  #error(error: Error, depth: number): Error {
    const { name, message, stack, cause } = error;
    const errors: unknown = 'errors' in error ? error.errors : undefined;
    const code: unknown = 'code' in error ? error.code : undefined;
    const hidden = {
      name: this.#text(String(name)),
      stack: stack === undefined ? undefined : this.#text(String(stack)),
      cause: cause === undefined ? undefined : this.value(cause, depth + 1),
      errors: Array.isArray(errors) ? this.#list(errors, depth) : undefined,
    };
    const copy = createLike(
      error,
      this.#text(String(message)),
      typeof code === 'string' ? this.#text(code) : undefined,
    );
    for (const [field, value] of Object.entries(hidden)) {
      if (value !== undefined) define(copy, field, value, 'hidden');
    }
    for (const [field, value] of Object.entries(this.#fields(error, depth))) define(copy, field, value);
    return copy;
  }

  #list(list: readonly unknown[], depth: number): readonly unknown[] {
    const copy: unknown[] = [];
    for (let index = 0; index < list.length && this.#valuesLeft > 0; index += 1) {
      this.#valuesLeft -= 1;
      copy.push(this.value(list[index], depth + 1));
    }
    return copy;
  }

  /** Own fields but those that an error has by itself; nothing is asked of getters. */
  #fields(value: object, depth: number): Readonly<Record<string, unknown>> {
    const copy: Record<string, unknown> = {};
    for (const field of Object.keys(value)) {
      if (this.#valuesLeft <= 0) break;
      this.#valuesLeft -= 1;
      const stated = Object.getOwnPropertyDescriptor(value, field);
      if (stated === undefined || !('value' in stated) || knownFields.includes(field)) continue;
      const { value: own } = stated;
      // A function's place stays empty: a logger may call what has the name of one.
      if (typeof own !== 'function') define(copy, this.#text(field), this.value(own, depth + 1));
    }
    return copy;
  }

  #text(text: string): string {
    const most = Math.max(0, Math.min(MAX_CHARACTERS, this.#charactersLeft));
    const shown = this.#redactor.head(text, most);
    this.#charactersLeft -= shown.length;
    return text.length > most ? `${shown}…` : shown;
  }
}

/** An error of the same class, where that is the host's or the language's own. */
function createLike(error: Error, message: string, code: string | undefined): Error {
  // Codes are words of the host's; another one is as good for whoever reads the log.
  if (error instanceof LoadoutError && code !== undefined) return new LoadoutError(code as ErrorCode, message);
  const Native = nativeErrors.find((one) => Object.getPrototypeOf(error) === one.prototype) ?? Error;
  const copy = new Native(message);
  if (code !== undefined) define(copy, 'code', code);
  return copy;
}

function classOf(prototype: unknown): string {
  const { constructor: type } = prototype as { readonly constructor?: unknown };
  const name: unknown = typeof type === 'function' ? type.name : undefined;
  return typeof name === 'string' && name !== '' ? name : 'an object';
}

/** Also over a name such as `__proto__`. */
function define(target: object, field: string, value: unknown, how: 'listed' | 'hidden' = 'listed'): void {
  const enumerable = how === 'listed';
  Object.defineProperty(target, field, { value, enumerable, configurable: true, writable: true });
}
