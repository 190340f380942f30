import { hash as digest } from 'node:crypto';
import { describeError } from '../companions/guard.js';
import type { ToolDefinition } from '../contract/definition.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import { completePolicy, type ToolPolicy } from '../contract/policy.js';
import { JsonCopier, JsonProblem } from '../schema/copy-json.js';
import { suggestWord } from '../schema/nearest-word.js';
import { canonicalJson } from './canonical-json.js';
import { fieldChecks } from './check-fields.js';
import { describeValue, printable } from './describe-value.js';
import type { RemovedCharacters } from './hidden-characters.js';
import { HiddenCharactersError, revealDefinition } from './reveal-definition.js';
import { refuseStrict, wantsStrict } from './strict-wish.js';

/** A definition as the host keeps it. */
export interface FrozenDefinition {
  /** Plain JSON of the host's own, deeply frozen, without fields that the contract does not know; the policy is complete. */
  readonly definition: ToolDefinition & { readonly policy: ToolPolicy };
  /** SHA-256 over the canonical JSON of `definition`, hexadecimal. */
  readonly hash: string;
  /** Where a text lost characters that hide from people. */
  readonly removed: readonly RemovedCharacters[];
  /** Fields that the contract does not know, with what may have been meant; ten at most. */
  readonly unknownFields: readonly string[];
}

const fieldNames = Object.keys(fieldChecks) as (keyof ToolDefinition)[];
const requiredFields: readonly (keyof ToolDefinition)[] = ['description', 'schema'];

/**
 * Copies, cleans, checks and freezes a definition before it is first offered (contract 1.6, 1.7); its hash is there
 * from then on. The schemas are looked at as JSON only: the caller checks them against their dialect. Never throws,
 * whatever it is given.
 */
export function freezeDefinition(raw: unknown, expectedName: string): FrozenDefinition | { readonly reason: string } {
  const copier = new JsonCopier();
  try {
    const stated = copyFields(copier, raw);
    const { fields, removed } = revealDefinition(stated);
    const problem = findProblem(fields, expectedName);
    if (problem !== undefined) return { reason: `Tool "${printable(expectedName)}": ${problem}` };
    const policy = Object.freeze(completePolicy(fields.policy as Partial<ToolPolicy> | undefined));
    // `findProblem` judged each field; there are no others.
    const definition = Object.freeze({ ...fields, policy }) as unknown as FrozenDefinition['definition'];
    if (typeof raw === 'object' && raw !== null && !wantsStrict(raw)) refuseStrict(definition);
    let hash: string | undefined;
    return {
      definition,
      removed,
      unknownFields: findUnknownFields(raw),
      // The content is fixed, so the hash is; worked out when somebody asks, since it takes as long as all the rest.
      get hash() {
        hash ??= digest('sha256', canonicalJson(definition as unknown as JsonObject));
        return hash;
      },
    };
  } catch (error) {
    return { reason: `Tool "${printable(expectedName)}": ${explain(error, copier)}` };
  }
}

function copyFields(copier: JsonCopier, raw: unknown): JsonObject {
  // Anything may have been listed; what it answers is judged after it is copied.
  const source = Object(raw) as Readonly<Record<string, unknown>>;
  const fields: Record<string, JsonValue> = {};
  for (const field of fieldNames) {
    const value = copier.copyProperty(source, field);
    if (value !== undefined) fields[field] = value;
  }
  return fields;
}

/** A misspelt field would be lost without a word. */
function findUnknownFields(raw: unknown): readonly string[] {
  const unknown = Object.keys(Object(raw)).filter((name) => !(fieldNames as readonly string[]).includes(name));
  return unknown.slice(0, 10).map((name) => `"${printable(name.slice(0, 100))}". ${suggestWord(name, fieldNames)}`);
}

function findProblem(fields: JsonObject, expectedName: string): string | undefined {
  if (fields.name !== expectedName) {
    return `it calls itself ${describeValue(fields.name)} by now. Leave a definition as it is once it is listed.`;
  }
  for (const field of fieldNames) {
    const value = fields[field];
    if (value === undefined && !requiredFields.includes(field)) continue;
    const problem = fieldChecks[field](value, field);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function explain(error: unknown, copier: JsonCopier): string {
  if (error instanceof JsonProblem || error instanceof HiddenCharactersError)
    return `${printable(error.pointer)} ${error.message}.`;
  return `${printable(copier.pointer)} cannot be read: ${printable(describeError(error))}. Give plain data without getters.`;
}
