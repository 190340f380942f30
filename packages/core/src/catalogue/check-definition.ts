import { describeError } from '../companions/guard.js';
import { TOOL_NAME_PATTERN } from '../contract/definition.js';
import { isPlainObject } from '../schema/copy-json.js';
import { findPolicyProblem } from './check-policy.js';
import { describeValue, printable } from './describe-value.js';

/** What the merge needs of a definition that passed. */
export interface JudgedDefinition {
  readonly name: string;
  readonly aliases: readonly string[];
}

/** A definition that is quarantined. */
export interface RefusedDefinition {
  /** Null where the definition has no valid name. */
  readonly name: string | null;
  /** What is wrong, and what to do. */
  readonly reason: string;
}

/** More characters than this are no description. */
const MAX_DESCRIPTION_CHARACTERS = 1_000_000;
const MAX_ALIASES = 100;
const none: readonly string[] = Object.freeze([]);
const nameRule = 'Use 1 to 64 letters, digits, "_" or "-", and begin with a letter or "_".';

/**
 * Judges one definition as a provider listed it, before anything is copied (contract 1.6). Done for every
 * listed definition, so it looks at the surface only; `freezeDefinition` does the rest for those that are
 * offered. Never throws, whatever it is given.
 */
export function judgeDefinition(raw: unknown): JudgedDefinition | RefusedDefinition {
  let name: string | null = null;
  try {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
      return { name, reason: `A definition has to be an object, but is ${describeValue(raw)}.` };
    }
    // Foreign object: each field is judged as `unknown` before it is used.
    const definition = raw as Readonly<Record<string, unknown>>;
    const stated = definition.name;
    if (typeof stated !== 'string' || !TOOL_NAME_PATTERN.test(stated)) return { name, reason: explainName(stated) };
    name = stated;
    const problem =
      findDescriptionProblem(definition.description) ??
      findRootProblem('schema', definition.schema) ??
      findPolicyProblem(definition.policy);
    if (problem !== undefined) return { name, reason: `Tool "${name}": ${problem}` };
    const aliases = definition.aliases;
    return aliases === undefined ? { name, aliases: none } : judgeAliases(name, aliases);
  } catch (error) {
    const what = name === null ? 'A definition' : `Tool "${name}"`;
    return {
      name,
      reason: `${what} cannot be read: ${printable(describeError(error))}. Give plain data without getters.`,
    };
  }
}

/**
 * What is wrong with a tool's description, as a sentence. Looks into short texts only: searching all of them
 * costs more than all the rest of a judgement.
 */
export function findDescriptionProblem(description: unknown): string | undefined {
  if (typeof description !== 'string') {
    return `its description has to be a text, but is ${describeValue(description)}. Say what the tool does, for the model.`;
  }
  if (description.length > MAX_DESCRIPTION_CHARACTERS) return 'its description is larger than 1 MB. Shorten it.';
  return description.length > 32 ? undefined : findBlankProblem(description);
}

/** The sentence for a description without any visible character. */
export function findBlankProblem(description: string): string | undefined {
  return /\S/.test(description) ? undefined : 'its description is empty. Say what the tool does, for the model.';
}

/** What is wrong with the root of a schema, as a sentence. */
export function findRootProblem(field: 'schema' | 'outputSchema', schema: unknown): string | undefined {
  if (!isPlainObject(schema)) {
    return `its ${field} has to be a JSON Schema as a plain object, but is ${describeValue(schema)}. Give { "type": "object", "properties": { … } }.`;
  }
  const { type } = schema;
  if (type === 'object') return undefined;
  return `its ${field} has to have "type": "object" at its root, but has ${type === undefined ? 'none' : describeValue(type)}.`;
}

/** What is wrong with a list of aliases, as a sentence; the aliases where nothing is. */
export function readAliases(aliases: unknown): readonly string[] | string {
  if (!Array.isArray(aliases)) return `its aliases have to be a list of names, but are ${describeValue(aliases)}.`;
  // Read once: a proxy can answer another length each time, and without end.
  const length: unknown = aliases.length;
  if (typeof length !== 'number' || !(length <= MAX_ALIASES)) {
    return `it has ${describeValue(length)} aliases; ${MAX_ALIASES} are allowed.`;
  }
  const copy: string[] = [];
  for (let index = 0; index < length; index += 1) {
    const alias: unknown = aliases[index];
    if (typeof alias !== 'string' || !TOOL_NAME_PATTERN.test(alias)) {
      return `its alias ${describeValue(alias)} is no tool name. ${nameRule}`;
    }
    copy.push(alias);
  }
  return copy;
}

function judgeAliases(name: string, stated: unknown): JudgedDefinition | RefusedDefinition {
  const aliases = readAliases(stated);
  return typeof aliases === 'string' ? { name, reason: `Tool "${name}": ${aliases}` } : { name, aliases };
}

/** Why something cannot be a tool's name. */
function explainName(stated: unknown): string {
  if (stated === undefined) return `A definition has no name. ${nameRule}`;
  return `A definition has the name ${describeValue(stated)}. ${nameRule}`;
}
