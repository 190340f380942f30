import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeError } from '../companions/guard.js';
import { locateJsonError } from '../schema/locate-json-error.js';
import { type DefinitionFile, isToolName, parseDefinitionFile, readNames } from './definition-file.js';

/** A definition file that can be used. */
export interface LoadedDefinitionFile {
  /** Its path. */
  readonly file: string;
  readonly definition: DefinitionFile;
}

/** Why a file, a folder or an implementation is left out. */
export interface DefinitionProblem {
  /** The file or the folder; null where the code of an implementation is concerned. */
  readonly file: string | null;
  /** JSON pointer into the file; empty for the whole. */
  readonly pointer: string;
  /** What is wrong, and what to do. */
  readonly message: string;
  /** Tool names that stay reserved although nothing is listed under them. */
  readonly names: readonly string[];
}

/** A problem on one line: where, and what. */
export function describeDefinitionProblem({ file, pointer, message }: DefinitionProblem): string {
  return file === null ? message : `${file}${pointer === '' ? '' : `#${pointer}`}: ${message}`;
}

/** What was found in folders of definition files. */
export interface LoadedDefinitionFiles {
  readonly files: readonly LoadedDefinitionFile[];
  readonly problems: readonly DefinitionProblem[];
}

const MAX_FILE_BYTES = 1_000_000;

/**
 * Reads the `*.json` files of folders, but for `*.schema.json`: folders in their order, files in the byte order
 * of their names. Each file is judged alone; of two with the same name, id or key the first counts. Never rejects.
 */
export async function loadDefinitionFiles(
  folders: readonly (string | URL)[],
  components: readonly string[],
): Promise<LoadedDefinitionFiles> {
  const problems: DefinitionProblem[] = [];
  const files: LoadedDefinitionFile[] = [];
  const taken = new Map<string, string>();
  for (const folder of folders) {
    for (const result of await loadFolder(folder, components)) {
      if (!('definition' in result)) {
        problems.push(...result);
        continue;
      }
      const collision = findCollision(result, taken);
      if (collision === undefined) files.push(result);
      else problems.push(collision);
    }
  }
  return { files, problems };
}

type FileResult = LoadedDefinitionFile | readonly DefinitionProblem[];

async function loadFolder(folder: string | URL, components: readonly string[]): Promise<readonly FileResult[]> {
  let path = String(folder);
  try {
    if (typeof folder !== 'string') path = fileURLToPath(folder);
    const names = (await readdir(path)).filter(isDefinitionFile).sort(compareBytes);
    return await Promise.all(names.map((name) => loadFile(join(path, name), components)));
  } catch (error) {
    const message = `The folder of definition files cannot be read: ${describeError(error)}. Correct its path, or remove it.`;
    return [[{ file: path, pointer: '', message, names: [] }]];
  }
}

/** Files that begin with a dot are left behind by editors and systems, not by authors. */
function isDefinitionFile(name: string): boolean {
  return name.endsWith('.json') && !name.endsWith('.schema.json') && !name.startsWith('.');
}

function compareBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

async function loadFile(file: string, components: readonly string[]): Promise<FileResult> {
  const ownName = [basename(file, '.json')].filter(isToolName);
  const fail = (message: string): FileResult => [{ file, pointer: '', message, names: ownName }];
  let text: string | undefined;
  try {
    const status = await stat(file);
    const { size } = status;
    if (!status.isFile()) return fail('This is no regular file. Remove it, or give it another ending than .json.');
    if (size > MAX_FILE_BYTES) return fail(`The file has ${size} bytes; ${MAX_FILE_BYTES} are allowed. Shorten it.`);
    text = decode(await readFile(file));
  } catch (error) {
    return fail(`The file cannot be read: ${describeError(error)}.`);
  }
  if (text === undefined) return fail('The file is not UTF-8. Save it as UTF-8.');
  return checkText(file, text, { components, ownName });
}

function checkText(
  file: string,
  text: string,
  { components, ownName }: { readonly components: readonly string[]; readonly ownName: readonly string[] },
): FileResult {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    const place = locateJsonError(text);
    const message = place
      ? `The file is no JSON at line ${place.line}:${place.column}. ${place.message}`
      : `The file is no JSON: ${describeError(error)}.`;
    return [{ file, pointer: '', message, names: ownName }];
  }
  const parsed = parseDefinitionFile(content, components);
  if ('schemaVersion' in parsed) return { file, definition: parsed };
  const names = [...new Set([...readNames(content), ...ownName])];
  return parsed.map(({ pointer, message }) => ({ file, pointer, message, names }));
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Only ever thrown for bytes that are no UTF-8.
    return undefined;
  }
}

/** The problem of a file that states what an earlier one states already. Remembers what the file states otherwise. */
function findCollision(
  { file, definition }: LoadedDefinitionFile,
  taken: Map<string, string>,
): DefinitionProblem | undefined {
  const statements = [
    ['/function/name', definition.function.name],
    ['/id', definition.id],
    ['/implementationKey', definition.implementationKey],
  ] as const;
  for (const [pointer, value] of statements) {
    const owner = taken.get(`${pointer} ${value}`);
    if (owner === undefined) continue;
    const message = `"${value}" is taken by ${owner}, which comes first. Change one of them, or remove one of the files.`;
    return { file, pointer, message, names: [definition.function.name] };
  }
  for (const [pointer, value] of statements) taken.set(`${pointer} ${value}`, file);
  return undefined;
}
