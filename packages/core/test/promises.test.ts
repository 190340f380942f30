import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

// The numbered sentences of docs/reference/contract.md are promises. A test that holds one has a title that starts
// with its number. This list of promises still to be kept may only shrink.
const laterPromises: readonly string[] = ['2.3'];

const root = fileURLToPath(new URL('../../../', import.meta.url));
const promises = readPromises(readFileSync(`${root}docs/reference/contract.md`, 'utf8'));
const cited = collectCitations();

test('the contract has numbered promises in sections without a gap', () => {
  const sections = [...new Set(promises.map((promise) => Number(promise.split('.')[0])))];
  expect(sections).toEqual(sections.map((_, index) => index + 1));
  expect(promises.length).toBeGreaterThan(50);
  expect(new Set(promises).size).toBe(promises.length);
});

test('every promise of the contract has a test whose title starts with its number', () => {
  const without = promises.filter((promise) => !cited.has(promise) && !laterPromises.includes(promise));
  expect(without, 'promises without a test').toEqual([]);
});

test('every number that a test cites is a promise of the contract', () => {
  const unknown = [...cited].filter(([number]) => !promises.includes(number));
  expect(unknown, 'tests that cite no promise').toEqual([]);
});

test('a promise that has a test is not on the list of later ones', () => {
  expect(
    laterPromises.filter((promise) => cited.has(promise)),
    'take it off the list',
  ).toEqual([]);
  expect(
    laterPromises.filter((promise) => !promises.includes(promise)),
    'not in the contract',
  ).toEqual([]);
});

test('citations are found in every form of a test, and in nothing else', () => {
  const source = `
    test('1.1 plain', () => {});
    test("1.2 double quotes", () => {});
    test(\`1.3 a template with \${value}\`, () => {});
    test.skipIf(process.platform === 'win32')('1.4 skipped somewhere', () => {});
    test.each([[(1), 'a)'], [2, 'b']])('1.5 each %s', () => {});
    describe('group', () => { test.concurrent('1.6 inside', () => {}); });
    test.for(rows.map((row) => [row]))('10.12 for', () => {});
    test.skip('2.1 never runs', () => {});
    test.todo('2.2 not written');
    test.fails('2.6 not kept', () => {});
    describe('2.3 a group', () => {});
    // test('2.4 in a comment', () => {});
    other('2.5 another function', () => {});
    test('20 turns', () => {});
  `;
  expect(findCitations('example.test.ts', source)).toEqual(['1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '10.12']);
});

/** `N.M` for item M of the list in the section `## N. Title`. */
function readPromises(markdown: string): string[] {
  const found: string[] = [];
  let section: string | undefined;
  for (const line of markdown.split('\n')) {
    const heading = /^## (?:(\d+)\.)?/.exec(line);
    if (heading) section = heading[1];
    const item = /^(\d+)\. /.exec(line);
    if (section !== undefined && item) found.push(`${section}.${item[1]}`);
  }
  return found;
}

/** The cited numbers, each with the files that cite it. */
function collectCitations(): Map<string, string[]> {
  const citations = new Map<string, string[]>();
  for (const packageName of readdirSync(`${root}packages`)) {
    for (const file of listTests(`packages/${packageName}/test`)) {
      for (const number of findCitations(file, readFileSync(root + file, 'utf8'))) {
        citations.set(number, [...(citations.get(number) ?? []), file]);
      }
    }
  }
  return citations;
}

function listTests(folder: string): string[] {
  if (!existsSync(root + folder)) return [];
  return readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && !file.includes('/node_modules/'));
}

function findCitations(file: string, source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const title = ts.isCallExpression(node) && isRunningTest(node.expression) ? node.arguments[0] : undefined;
    if (title !== undefined) {
      const text = ts.isTemplateExpression(title) ? title.head.text : ts.isStringLiteralLike(title) ? title.text : '';
      const number = /^(\d+\.\d+)\s/.exec(text)?.[1];
      if (number !== undefined) found.push(number);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest));
  return found;
}

/** Whether a called expression is `test`, `test.x` or `test.x(…)`, and not one that never runs or has to fail. */
function isRunningTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'test';
  if (ts.isCallExpression(callee)) return isRunningTest(callee.expression);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  return !['fails', 'skip', 'todo'].includes(callee.name.text) && isRunningTest(callee.expression);
}
