import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
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
  const entries = readdirSync(`${root}packages`).sort().flatMap(readEntries);
  const namesOf = createNameReader(entries);
  const lines: string[] = [];
  for (const entry of entries) {
    const values = Object.keys(await import(pathToFileURL(entry.sourceFile).href));
    const types = namesOf(entry).filter((name) => !values.includes(name));
    lines.push(...values.sort().map((name) => `${entry.specifier}: ${name}`));
    lines.push(...types.sort().map((name) => `${entry.specifier}: type ${name}`));
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./exports.snapshot.txt');
});

function readEntries(folder: string): Entry[] {
  const manifest = JSON.parse(readFileSync(`${root}packages/${folder}/package.json`, 'utf8'));
  if (manifest.private === true) return [];
  return Object.entries<{ readonly source?: string }>(manifest.exports)
    .filter(([, target]) => target.source !== undefined)
    .map(([path, target]) => ({
      specifier: manifest.name + path.slice(1),
      sourceFile: `${root}packages/${folder}/${target.source}`.replace('/./', '/'),
    }));
}

/** Reads names of types too, which are gone at run time. */
function createNameReader(entries: readonly Entry[]): (entry: Entry) => string[] {
  const program = ts.createProgram({
    rootNames: entries.map(({ sourceFile }) => sourceFile),
    options: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      customConditions: ['source'],
      types: [],
      noEmit: true,
    },
  });
  const checker = program.getTypeChecker();
  return ({ specifier, sourceFile }) => {
    const file = program.getSourceFile(sourceFile);
    const symbol = file && checker.getSymbolAtLocation(file);
    if (symbol === undefined) throw new Error(`${specifier}: ${sourceFile} is no module`);
    return checker.getExportsOfModule(symbol).map(({ name }) => name);
  };
}
