import { describeValue } from '../catalogue/describe-value.js';
import { describeError } from '../companions/guard.js';
import { LoadoutError } from '../contract/errors.js';
import type { ExportDocument } from '../contract/export-document.js';
import { JsonCopier } from '../schema/copy-json.js';
import { escapePointer, splitPointer } from '../schema/walk-schema.js';
import { findErrors, type ValidationError } from './generated/export.js';

/** Most characters of a document, by a rough count. */
const MAX_CHARACTERS = 50_000_000;

/** No list may have more entries (`export.schema.json` says so of its own), and no object more fields. */
const MAX_ENTRIES = 100_000;

/** Longer names are cut where a problem is told. */
const MAX_NAME_CHARACTERS = 200;

/** More problems of one document are counted, not told. */
const MAX_PROBLEMS = 20;

/** Something that is wrong with a document. */
export interface ImportProblem {
  /** JSON pointer to the place. */
  readonly pointer: string;
  /** What was expected, and what came. */
  readonly message: string;
}

/** A frozen copy of a document in the form of `export.schema.json`. Throws `IMPORT_INVALID`. */
export function readExportDocument(document: unknown): ExportDocument {
  const copy = copyDocument(document);
  const { errors, areAll } = findErrors(copy);
  if (errors.length > 0) {
    const problems = errors.slice(0, MAX_PROBLEMS).map((error) => explain(error, copy));
    throw createError('IMPORT_INVALID', problems, {
      count: errors.length,
      remark: areAll ? undefined : 'The document is large: what else is wrong was not looked for.',
    });
  }
  // The validator, made of the published schema, proves it; only `leftOut` may be absent.
  const read = copy as unknown as ExportDocument;
  return { ...read, leftOut: read.leftOut ?? [] };
}

/** The error for a document that cannot be imported, with all that is wrong with it. */
export function invalidImport(
  problems: readonly ImportProblem[],
  code: 'IMPORT_INVALID' | 'BOT_ID_RETIRED' = 'IMPORT_INVALID',
): LoadoutError {
  return createError(code, problems.slice(0, MAX_PROBLEMS), { count: problems.length });
}

interface MoreProblems {
  /** Of all problems. */
  readonly count: number;
  readonly remark?: string | undefined;
}

function createError(
  code: 'IMPORT_INVALID' | 'BOT_ID_RETIRED',
  told: readonly ImportProblem[],
  { count, remark }: MoreProblems,
): LoadoutError {
  const lines = told.map(({ pointer, message }) => `${pointer === '' ? 'The document' : pointer}: ${message}`);
  if (count > told.length) lines.push(`There are ${count - told.length} more.`);
  if (remark !== undefined) lines.push(remark);
  const message = `The document cannot be imported; nothing was changed.\n${lines.join('\n')}`;
  return new LoadoutError(code, message, { details: { problems: told, count } });
}

function copyDocument(document: unknown): unknown {
  const copier = new JsonCopier({ maxCharacters: MAX_CHARACTERS, maxEntries: MAX_ENTRIES });
  try {
    return copier.copy(document, 'document');
  } catch (error) {
    const pointer = copier.pointer.replace(/^\/document/, '');
    throw invalidImport([{ pointer, message: `It ${describeError(error)}.` }]);
  }
}

function explain({ instancePath, keyword, params, message }: ValidationError, document: unknown): ImportProblem {
  const at = (pointer: string, text: string): ImportProblem => ({ pointer, message: text });
  const came = describeValue(valueAt(document, instancePath));
  switch (keyword) {
    case 'required':
      return at(`${instancePath}/${String(params.missingProperty)}`, 'It is missing. Add it.');
    case 'additionalProperties':
      return at(
        `${instancePath}/${escapePointer(cutName(String(params.additionalProperty)))}`,
        'There is no such field here. Remove it.',
      );
    case 'const':
      return at(instancePath, `It has to be ${JSON.stringify(params.allowedValue)}, but is ${came}.`);
    case 'enum':
      return at(
        instancePath,
        `It has to be one of ${JSON.stringify(params.allowedValues).slice(1, -1)}, but is ${came}.`,
      );
    case 'type':
      return at(instancePath, `It has to be of type ${String(params.type).replace(',', ' or ')}, but is ${came}.`);
    case 'pattern':
      return at(instancePath, `${came} has the wrong form. It has to match ${String(params.pattern)}`);
    case 'maxItems':
      return at(instancePath, `It may have ${String(params.limit)} entries at most.`);
    case 'maxLength':
      return at(instancePath, `It may have ${String(params.limit)} characters at most.`);
    default:
      return at(instancePath, `It ${message ?? 'has a wrong value'}, but is ${came}.`);
  }
}

function cutName(name: string): string {
  return name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS)}…` : name;
}

function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const step of splitPointer(pointer)) value = (value as Readonly<Record<string, unknown>> | undefined)?.[step];
  return value;
}
