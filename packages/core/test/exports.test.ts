import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

// What a package exports is a promise: exports.snapshot.txt lists every name of every entry of the published packages.
// A change of it is a decision; `npx vitest run packages/core/test/exports.test.ts -u` writes it down.

interface Entry {
  /** As it is imported. */
  readonly specifier: string;
  readonly sourceFile: string;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('the export names of each entry are those of the committed snapshot', async () => {
  const lines = readdirSync(`${root}packages`)
    .sort()
    .flatMap(readEntries)
    .flatMap(({ specifier, sourceFile }) =>
      listExports(sourceFile, readFileSync(sourceFile, 'utf8')).map((name) => `${specifier}: ${name}`),
    );
  expect(new Set(lines).size).toBe(lines.length);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./exports.snapshot.txt');
});

test('exports are found in every form that an entry may use', () => {
  const source = `
    export { b, type A } from './a.js';
    export type { C as D } from './c.js';
    export function f() {}
    export const g = 1, h = 2;
    export class I {}
    export interface J {}
    export type K = string;
    const hidden = 1;
  `;
  const names = ['I', 'b', 'f', 'g', 'h', 'type A', 'type D', 'type J', 'type K'];
  expect(listExports('index.ts', source)).toEqual(names);
  expect(() => listExports('index.ts', `export * from './a.js';`)).toThrow('names nothing');
});

function readEntries(folder: string): Entry[] {
  const manifest = JSON.parse(readFileSync(`${root}packages/${folder}/package.json`, 'utf8'));
  if (manifest.private === true) return [];
  return Object.entries<{ readonly source?: string }>(manifest.exports)
    .filter(([, target]) => target.source !== undefined)
    .map(([path, target]) => ({
      specifier: manifest.name + path.slice(1),
      sourceFile: `${root}packages/${folder}/${target.source}`,
    }));
}

/** What a module exports, values first; types, which are gone at run time, are marked. */
function listExports(file: string, source: string): string[] {
  const { statements } = ts.createSourceFile(file, source, ts.ScriptTarget.Latest);
  const names = statements.flatMap(namesOf).sort();
  return [...names.filter((name) => !isMarked(name)), ...names.filter(isMarked)];
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause, isTypeOnly } = statement;
    if (exportClause === undefined || !ts.isNamedExports(exportClause)) throw new Error('"export *" names nothing');
    return exportClause.elements.map(({ name, isTypeOnly: isType }) => mark(name.text, isTypeOnly || isType));
  }
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => (ts.isIdentifier(name) ? name.text : '?'));
  }
  const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
  if (isType || ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    return [mark(statement.name?.text ?? 'default', isType)];
  }
  throw new Error(`an export of an unknown form: ${ts.SyntaxKind[statement.kind]}`);
}

function mark(name: string, isType: boolean): string {
  return isType ? `type ${name}` : name;
}

function isMarked(name: string): boolean {
  return name.startsWith('type ');
}
