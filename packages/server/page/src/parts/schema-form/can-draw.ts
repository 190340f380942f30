/*
 * Whether a form can be drawn of a schema. Beyond these bounds a form is slower to use than its JSON, and a reference that
 * leads nowhere makes the form's library throw.
 */
import { isRecord, resolvePointer, type Schema } from './schema-parts.js';

/** Why there is no form. */
export type DrawProblem = 'reference' | 'too-many' | 'too-deep';

const mostFields = 200;
const deepest = 6;

interface Walk {
  readonly root: Schema;
  fields: number;
}

/** Undefined: it can. */
export function findDrawProblem(schema: Schema): DrawProblem | undefined {
  return walk(schema, 0, { root: schema, fields: 0 });
}

function walk(schema: unknown, depth: number, state: Walk): DrawProblem | undefined {
  if (!isRecord(schema)) return undefined;
  if (depth > deepest) return 'too-deep';
  if (typeof schema.$dynamicRef === 'string' || typeof schema.$recursiveRef === 'string') return 'reference';
  if (typeof schema.$ref === 'string') {
    const target = resolvePointer(state.root, schema.$ref);
    if (!isRecord(target) && typeof target !== 'boolean') return 'reference';
    // One that leads to itself without a property between gets deeper as well, and ends so.
    const problem = walk(target, depth + (isRecord(target) && '$ref' in target ? 1 : 0), state);
    if (problem) return problem;
  }
  if (isRecord(schema.properties)) {
    for (const property of Object.values(schema.properties)) {
      state.fields += 1;
      if (state.fields > mostFields) return 'too-many';
      const problem = walk(property, depth + 1, state);
      if (problem) return problem;
    }
  }
  for (const part of [schema.items, schema.additionalProperties, schema.if]) {
    const problem = walk(part, depth + 1, state);
    if (problem) return problem;
  }
  for (const parts of [schema.anyOf, schema.oneOf, schema.allOf, [schema.then, schema.else]]) {
    if (!Array.isArray(parts)) continue;
    for (const part of parts) {
      if (!isRecord(part)) continue;
      state.fields += 1;
      if (state.fields > mostFields) return 'too-many';
      // A branch takes no room of its own, but may lead back to where it stands.
      const problem = walk(part, depth + ('$ref' in part ? 1 : 0), state);
      if (problem) return problem;
    }
  }
  return undefined;
}
