import type { Ajv } from 'ajv';
import { isJsonObject, type JsonValue } from '../contract/json.js';
import type { Dialect } from './dialect.js';
import { isComposite, isSameJson } from './is-same-json.js';
import { createLinearPattern, isSimplePattern, type LinearEngine } from './linear-pattern.js';
import { EFFORT_KEYWORD, FINDINGS_KEYWORD } from './mark-effort.js';
import { findDuplicate } from './unique-items.js';
import { spendEffort, spendFindings } from './validation-effort.js';

/** `quick` stops at the first error and says little of it; `first` says all of it; `explaining` reports all errors. */
export type CompilerMode = 'quick' | 'first' | 'explaining';

type AjvClass = new (options: NonNullable<ConstructorParameters<typeof Ajv>[0]>) => Ajv;

const classes: Partial<Record<Dialect, AjvClass>> = {};
let linearEngine: LinearEngine | undefined;

/** Whether {@link loadEngines} has anything left to load. */
export function areEnginesLoaded(dialect: Dialect, needsLinear: boolean): boolean {
  return classes[dialect] !== undefined && (!needsLinear || linearEngine !== undefined);
}

/** Imports what compiling a schema needs: only the dialect's compiler, and only for some patterns RE2. */
export async function loadEngines(dialect: Dialect, needsLinear: boolean): Promise<void> {
  classes[dialect] ??= await importClass(dialect);
  if (needsLinear) linearEngine ??= (await import('re2js')).RE2JS;
}

/** By `default`: a bundle gives a CommonJS module no other names. */
async function importClass(dialect: Dialect): Promise<AjvClass> {
  switch (dialect) {
    case 'draft-07':
      return (await import('ajv')).default.Ajv;
    case '2019-09':
      return (await import('ajv/dist/2019.js')).default.Ajv2019;
    case '2020-12':
      return (await import('ajv/dist/2020.js')).default.Ajv2020;
    default:
      return dialect satisfies never;
  }
}

/** A compiler of its own, once {@link loadEngines} has run for the dialect. */
export function createAjv(dialect: Dialect, mode: CompilerMode, patterns: 'native' | 'linear'): Ajv {
  const Class = classes[dialect];
  if (!Class) throw new Error(`the compiler for ${dialect} is not loaded`);
  const ajv = new Class({
    allErrors: mode === 'explaining',
    verbose: mode !== 'quick',
    messages: false,
    strict: false,
    validateSchema: false, // the check came before
    validateFormats: false,
    addUsedSchema: false,
    logger: false,
    ownProperties: true,
    ...(patterns === 'linear' ? { code: { regExp: Object.assign(compilePattern, { code: 'compilePattern' }) } } : {}),
  });
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (isOn: boolean) => (isOn ? areItemsUnique : () => true),
  });
  ajv.removeKeyword('enum');
  ajv.addKeyword({ keyword: 'enum', schemaType: 'array', compile: compileEnum });
  const counter = { schemaType: 'number', errors: false } as const;
  ajv.addKeyword({ ...counter, keyword: EFFORT_KEYWORD, compile: (weight: number) => () => spendEffort(weight) });
  if (mode === 'explaining') ajv.addKeyword({ ...counter, keyword: FINDINGS_KEYWORD, compile: countFindings });
  return ajv;
}

/** The compiler's own goes through all values each time, which takes seconds for a long list of a long enumeration. */
function compileEnum(allowedValues: readonly JsonValue[], parentSchema: unknown): JudgeValue {
  const plain = new Set(allowedValues.filter((value) => !isComposite(value)));
  const composite = allowedValues.filter(isComposite);
  const judge: JudgeValue = (value) => {
    if (isComposite(value) ? composite.some((allowed) => isSameJson(allowed, value)) : plain.has(value)) return true;
    judge.errors = [{ keyword: 'enum', params: { allowedValues }, parentSchema }];
    return false;
  };
  return judge;
}

/** What a keyword of ours says of a value, and what is wrong with it. */
interface JudgeValue {
  (value: JsonValue): boolean;
  errors?: object[];
}

const areItemsUnique: { (list: readonly JsonValue[]): boolean; errors?: object[] } = (list) => {
  const duplicate = findDuplicate(list);
  if (duplicate === undefined) return true;
  areItemsUnique.errors = [{ keyword: 'uniqueItems', params: duplicate }];
  return false;
};

/** Where no other properties are allowed, each may be one. */
function countFindings(most: number, schema: unknown): (value: unknown) => true {
  const isClosed =
    isJsonObject(schema) && (schema.additionalProperties === false || schema.unevaluatedProperties === false);
  if (!isClosed) return () => spendFindings(most);
  return (value) => spendFindings(isJsonObject(value) ? most + Object.keys(value).length : most);
}

function compilePattern(pattern: string): { test(text: string): boolean } {
  if (isSimplePattern(pattern)) return new RegExp(pattern, 'u');
  if (!linearEngine) throw new Error('the engine for patterns is not loaded');
  return createLinearPattern(pattern, linearEngine);
}
