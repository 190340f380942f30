import assert from 'node:assert/strict';
import type { ErrorCode } from '../../contract/error-codes.js';
import { isLoadoutError } from '../../contract/errors.js';

/** Holds a promise to reject with `code`. */
export async function assertRejects(work: Promise<unknown>, code: ErrorCode): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(isLoadoutError(error, code), `expected a LoadoutError ${code}, got ${String(error)}`);
    return true;
  });
}

/** Holds two values to be the same JSON, whatever made the objects; a field that is undefined counts as absent. */
export function assertSame(actual: unknown, expected: unknown, message?: string): void {
  assert.deepEqual(toPlain(actual), toPlain(expected), message);
}

function toPlain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** What a promise rejects with. */
export async function catchOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  assert.fail('expected a rejection');
}

/** Lets everything else run that waits for its turn. */
export function passTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Changes whatever can be changed in `value`, at every depth. What a store handed out may be frozen or a copy, what it
 * was given has to be copied: afterwards everything is read as before.
 */
export function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) spoil(inner);
  if (Array.isArray(value)) {
    attempt(() => value.push('spoilt'));
    attempt(() => value.reverse());
    return;
  }
  for (const key of Object.keys(value)) attempt(() => Object.defineProperty(value, key, { value: 'spoilt' }));
  attempt(() => Object.assign(value, { spoilt: true }));
}

function attempt(change: () => void): void {
  try {
    change();
  } catch (error) {
    // Frozen: nothing happened.
    assert.ok(error instanceof TypeError, `expected a frozen object or a copy, got ${String(error)}`);
  }
}
