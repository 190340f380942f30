import { isDeepStrictEqual } from 'node:util';
import type { Ajv } from 'ajv';
import type { JsonObject, JsonSchema } from '../contract/json.js';
import { checkSchema } from './check-schema.js';
import { areEnginesLoaded, type CompilerMode, createAjv, loadEngines } from './compiler-engines.js';
import { type Dialect, dialectOf } from './dialect.js';
import { explainProblems, type SchemaProblem } from './explain-problems.js';
import { focusValue } from './focus-value.js';
import { hidePollution } from './hide-pollution.js';
import { isSimplePattern } from './linear-pattern.js';
import { markEffort } from './mark-effort.js';
import { type NormalisedSchema, normaliseSchema } from './normalise-schema.js';
import type { RawProblem } from './raw-problem.js';
import { FindingsExceededError, startEffort } from './validation-effort.js';

/** A schema that can judge values. */
export interface CompiledSchema {
  /** What was compiled: the schema without annotations, with all references leading to its `$defs`. */
  readonly schema: JsonObject;
  /** Whether `value` fits. Throws when that takes too long to tell. */
  validate(value: unknown): boolean;
  /**
   * All that the compiler finds wrong with `value`, also with alternatives that were not meant; slower. Of
   * long lists that would be too much to keep: what is wrong with the first items that do not fit.
   */
  findProblems(value: unknown): readonly RawProblem[];
  /** What is wrong with `value`, one entry for each place. */
  explain(value: unknown): readonly SchemaProblem[];
}

/** Thrown for a schema that cannot be compiled. The message names the place and the remedy. */
export class SchemaRefusedError extends Error {
  override readonly name = 'SchemaRefusedError';
}

/** Compiles schemas, each once. */
export interface SchemaCompiler {
  /**
   * The compiled form of `schema`, whose content `hash` stands for. At once where it is known or all that is
   * needed is loaded. Throws or rejects with {@link SchemaRefusedError}, again each time. What belongs to one
   * companion is never visible to another; only the patterns of `builtin` are trusted to be quick.
   */
  compile(companionId: string, schema: JsonSchema, hash: string): CompiledSchema | Promise<CompiledSchema>;
  /** Drops all that was compiled for a companion. */
  forget(companionId: string): void;
}

/** A companion whose schemas change for ever does not fill the memory. */
const MAX_SCHEMAS = 2_000;

interface Entry {
  readonly schema: JsonSchema;
  readonly outcome: CompiledSchema | SchemaRefusedError;
}

interface CompanionSchemas {
  readonly entries: Map<string, Entry[]>;
  readonly compilers: Map<string, Ajv>;
}

/**
 * Makes a compiler. Nothing is loaded before the first schema. `onPollution` is told the names that somebody added to
 * `Object.prototype`, which are hidden then.
 */
export function createSchemaCompiler(
  onPollution: (names: readonly string[]) => void = () => undefined,
): SchemaCompiler {
  const companions = new Map<string, CompanionSchemas>();

  function schemasOf(companionId: string): CompanionSchemas {
    let schemas = companions.get(companionId);
    if (!schemas || schemas.entries.size >= MAX_SCHEMAS) {
      schemas = { entries: new Map(), compilers: new Map() };
      companions.set(companionId, schemas);
    }
    return schemas;
  }

  function find(companionId: string, schema: JsonSchema, hash: string): CompiledSchema | undefined {
    const entries = companions.get(companionId)?.entries.get(hash);
    // A definition has two schemas and one hash.
    const entry = entries?.find((known) => known.schema === schema || isDeepStrictEqual(known.schema, schema));
    if (entry?.outcome instanceof SchemaRefusedError) throw entry.outcome;
    return entry?.outcome;
  }

  function add(
    companionId: string,
    schema: JsonSchema,
    hash: string,
    make: (ajvs: AjvSource) => CompiledSchema,
  ): CompiledSchema {
    const schemas = schemasOf(companionId);
    let outcome: CompiledSchema | SchemaRefusedError;
    try {
      outcome = make((dialect, mode) => {
        const key = `${dialect} ${mode}`;
        let ajv = schemas.compilers.get(key);
        if (!ajv) {
          ajv = createAjv(dialect, mode, companionId === 'builtin' ? 'native' : 'linear');
          schemas.compilers.set(key, ajv);
        }
        return ajv;
      });
    } catch (error) {
      outcome = toRefusal(error);
    }
    const entries = schemas.entries.get(hash);
    if (entries) entries.push({ schema, outcome });
    else schemas.entries.set(hash, [{ schema, outcome }]);
    if (outcome instanceof SchemaRefusedError) throw outcome;
    return outcome;
  }

  return {
    compile(companionId, schema, hash) {
      const known = find(companionId, schema, hash);
      if (known) return known;
      const prepared = prepare(schema);
      if (prepared instanceof SchemaRefusedError) {
        return add(companionId, schema, hash, () => {
          throw prepared;
        });
      }
      const { dialect, normalised } = prepared;
      const needsLinear = companionId !== 'builtin' && hasHardPatterns(normalised);
      const finish = (): CompiledSchema => {
        const polluting = hidePollution();
        if (polluting.length > 0) onPollution(polluting);
        return (
          find(companionId, schema, hash) ??
          add(companionId, schema, hash, (ajvs) => compileWith(ajvs, dialect, normalised))
        );
      };
      return areEnginesLoaded(dialect, needsLinear) ? finish() : loadEngines(dialect, needsLinear).then(finish);
    },
    forget(companionId) {
      companions.delete(companionId);
    },
  };
}

type AjvSource = (dialect: Dialect, mode: CompilerMode) => Ajv;

/** Checks again, since compiling what was not checked is not safe. */
function prepare(schema: JsonSchema): { dialect: Dialect; normalised: NormalisedSchema } | SchemaRefusedError {
  const problem = checkSchema(schema);
  if (problem !== undefined) return new SchemaRefusedError(problem);
  const found = dialectOf(schema);
  if ('reason' in found) return new SchemaRefusedError(found.reason);
  return { dialect: found.dialect, normalised: normaliseSchema(schema, found.dialect) };
}

/** The schemas of the dialects have some themselves. */
function hasHardPatterns({ patterns, refersToDialect }: NormalisedSchema): boolean {
  return refersToDialect || [...patterns].some((pattern) => !isSimplePattern(pattern));
}

function compileWith(ajvs: AjvSource, dialect: Dialect, normalised: NormalisedSchema): CompiledSchema {
  const { schema, isCounted } = markEffort(normalised);
  const quick = ajvs(dialect, 'quick').compile(schema);
  const slow: Partial<Record<CompilerMode, ReturnType<Ajv['compile']>>> = {};
  const problemsOf = (value: unknown, mode: CompilerMode): readonly RawProblem[] => {
    slow[mode] ??= ajvs(dialect, mode).compile(schema);
    startEffort();
    return slow[mode](value) ? [] : [...(slow[mode].errors ?? [])];
  };
  const findAll = (value: unknown): readonly RawProblem[] | undefined => {
    try {
      return problemsOf(value, 'explaining');
    } catch (error) {
      if (error instanceof FindingsExceededError) return undefined;
      throw error;
    }
  };
  const findProblems = (value: unknown): readonly RawProblem[] => {
    const all = findAll(value);
    if (all !== undefined) return all;
    // The last of them is the one that makes the whole wrong.
    const first = problemsOf(value, 'first');
    const last = first.at(-1);
    const focused = last && focusValue(value, last);
    return (focused && findAll(focused.value)?.filter((problem) => focused.isOfWhole(problem))) ?? first;
  };
  return {
    schema,
    findProblems,
    explain: (value) => explainProblems(findProblems(value), schema),
    validate: isCounted
      ? (value) => {
          startEffort();
          return quick(value);
        }
      : quick,
  };
}

function toRefusal(error: unknown): SchemaRefusedError {
  if (error instanceof SchemaRefusedError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const [firstLine = ''] = message.split('\n');
  return new SchemaRefusedError(`The schema cannot be compiled: ${firstLine.slice(0, 500)}`, { cause: error });
}
