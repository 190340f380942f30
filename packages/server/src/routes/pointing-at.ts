import { isLoadoutError, type LoadoutError } from '@loadout/core';
import { HttpProblem, type ProblemPlace, toProblem } from '../problem.js';

/** Where in a body a field stands; `change` counts the changes of a loadout. */
export type PointerOf = (field: string, change: number | undefined) => string | undefined;

/** What the host finds wrong with a field is told at its place in the body, so that a form shows it there. */
export async function pointingAt<Value>(work: Promise<Value>, pointerOf: PointerOf): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    const problem = toProblem(error);
    const errors = listPlaces(error, pointerOf);
    // What is not there is named by the path, so nothing in the body is wrong.
    if (problem === undefined || problem.status === 404 || errors.length === 0) throw error;
    const { status, message, headers, facts } = problem;
    throw new HttpProblem(status, message, { headers, facts: { ...facts, errors } });
  }
}

function listPlaces({ message, details }: LoadoutError, pointerOf: PointerOf): readonly ProblemPlace[] {
  const { field, problems, change } = details;
  const index = typeof change === 'number' ? change : undefined;
  const found = Array.isArray(problems) ? problems : [{ field, message }];
  return found.flatMap((one: { readonly field?: unknown; readonly message?: unknown }) => {
    const pointer = typeof one.field === 'string' ? pointerOf(one.field, index) : undefined;
    if (pointer === undefined) return [];
    const place = { pointer, expected: 'what the field takes', got: 'something else' };
    return [{ ...place, message: typeof one.message === 'string' ? one.message : message }];
  });
}

/** A name as a part of a JSON pointer. */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
