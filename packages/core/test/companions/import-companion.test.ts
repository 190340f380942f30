import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../builders/built-ins.js';
import { createTestHost } from '../builders/test-host.js';

// How a package is found and which of its files is imported. Each file says which one it is, by the tool that it lists.

interface Package {
  readonly name: string;
  readonly manifest?: Record<string, unknown>;
  /** Paths of modules; each lists one tool, named after the path. */
  readonly files?: readonly string[];
}

test.each<[string, Record<string, unknown>, string]>([
  ['exports as a text', { exports: './a.mjs' }, 'a'],
  ['exports with a root', { exports: { '.': './a.mjs', './b': './b.mjs' } }, 'a'],
  ['conditions without a root', { exports: { import: './a.mjs', default: './b.mjs' } }, 'a'],
  [
    'the first condition that fits',
    { exports: { '.': { browser: './c.mjs', require: './c.mjs', default: './a.mjs', import: './b.mjs' } } },
    'a',
  ],
  [
    'conditions in conditions',
    { exports: { '.': { node: { require: './c.mjs', import: './a.mjs' }, default: './b.mjs' } } },
    'a',
  ],
  ['conditions that lead nowhere', { exports: { '.': { node: { require: './c.mjs' }, default: './a.mjs' } } }, 'a'],
  ['types before code', { exports: { '.': { types: './c.mjs', import: './a.mjs' } } }, 'a'],
  ['a list of targets', { exports: { '.': [{ require: './c.mjs' }, './a.mjs'] } }, 'a'],
  ['exports before main', { exports: './a.mjs', main: './b.mjs' }, 'a'],
  ['main', { main: './b.mjs' }, 'b'],
  ['main without a dot', { main: 'b.mjs' }, 'b'],
  ['neither', {}, 'index'],
])('of a package with %s the right file is imported', async (_what, manifest, expected) => {
  const from = install({ name: 'some-companion', manifest, files: ['a.mjs', 'b.mjs', 'c.mjs', 'index.js'] });
  expect(await toolsOf('some-companion', from)).toEqual([`tool_${expected}`]);
});

test('a package with a scope is found', async () => {
  const from = install({ name: '@acme/some-companion' });
  expect(await toolsOf('@acme/some-companion', from)).toEqual(['tool_index']);
});

test('a package is found from folders above, and the nearest counts', async () => {
  const root = install({ name: 'some-companion', files: ['far.js'], manifest: { main: 'far.js' } });
  const inner = join(root, 'a', 'b');
  mkdirSync(inner, { recursive: true });
  expect(await toolsOf('some-companion', inner)).toEqual(['tool_far']);
  install({ name: 'some-companion', files: ['near.js'], manifest: { main: 'near.js' } }, join(root, 'a'));
  expect(await toolsOf('some-companion', inner)).toEqual(['tool_near']);
});

test('a package is found from a folder, a file, and URLs of both', async () => {
  const from = install({ name: 'some-companion' });
  const file = join(from, 'loadout.config.json');
  writeFileSync(file, '{}');
  for (const start of [
    from,
    `${from}/`,
    file,
    pathToFileURL(from),
    pathToFileURL(file),
    pathToFileURL(`${from}/`).href,
  ]) {
    expect(await toolsOf('some-companion', start), String(start)).toEqual(['tool_index']);
  }
});

test('a package behind a link is the one that it leads to', async () => {
  const from = createTemporaryFolder();
  const workspace = install({ name: 'linked' });
  mkdirSync(join(from, 'node_modules'));
  symlinkSync(join(workspace, 'node_modules', 'linked'), join(from, 'node_modules', 'linked'));
  expect(await toolsOf('linked', from)).toEqual(['tool_index']);
});

test('a path with a space and an umlaut is no obstacle', async () => {
  const folder = join(createTemporaryFolder(), 'Ordner mit ü');
  install({ name: 'some-companion' }, folder);
  expect(await toolsOf('some-companion', folder)).toEqual(['tool_index']);
});

test('the manifest is read before any code runs', async () => {
  const from = install({ name: 'some-companion', manifest: { loadout: undefined } });
  const touched = join(from, 'touched');
  const code = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(touched)}, '');`;
  writeFileSync(join(from, 'node_modules', 'some-companion', 'index.js'), code);
  await expect(toolsOf('some-companion', from)).rejects.toMatchObject([{ code: 'COMPANION_MANIFEST_INVALID' }]);
  const { existsSync } = await import('node:fs');
  expect(existsSync(touched)).toBe(false);
});

test('a package that is nowhere is named, with the place that it was looked for from', async () => {
  const from = createTemporaryFolder();
  await expect(toolsOf('not-there', from)).rejects.toMatchObject([
    { code: 'COMPANION_NOT_FOUND', message: expect.stringMatching(new RegExp(`not-there.*${from}.*Install it`)) },
  ]);
});

test('the names that a package had before are read from its manifest, each once', async () => {
  const formerly = ['@acme/old', 'older', '@acme/old', 'some-companion'];
  const from = install({ name: 'some-companion', manifest: { loadout: { contract: 1, formerly } } });
  const host = await createTestHost({ companions: [{ id: 'some-companion', from, formerly: ['not-asked'] }] });
  expect((await host.catalogue()).companions).toMatchObject([
    { id: 'some-companion', state: 'ready', formerly: ['@acme/old', 'older'] },
  ]);
});

test('a package that had no other name says nothing of it', async () => {
  const from = install({ name: 'some-companion' });
  const host = await createTestHost({ companions: [{ id: 'some-companion', from }] });
  expect((await host.catalogue()).companions[0]).not.toHaveProperty('formerly');
});

test.each<[unknown, RegExp]>([
  ['@acme/old', /is no list/],
  [{ 0: '@acme/old' }, /is no list/],
  [null, /is no list/],
  [['@acme/old', 7], /has 7, which is no name of a package/],
  [['@acme/old/provider'], /has "@acme\/old\/provider", which is no name/],
  [['Old'], /has "Old", which is no name/],
  [['builtin'], /has "builtin", which is no name/],
  [[['nested']], /has \["nested"\], which is no name/],
  [['a'.repeat(215)], /has "aaaaa.*, which is no name/],
  [Array.from({ length: 101 }, (_, index) => `old-${index}`), /has 101 names; 100 are allowed/],
])('"formerly" as %j is refused before any code runs', async (formerly, reason) => {
  const manifest = { loadout: { contract: 1, formerly } };
  const from = install({ name: 'some-companion', manifest });
  writeFileSync(join(from, 'node_modules', 'some-companion', 'index.js'), 'throw new Error("it ran");');
  const expected = { code: 'COMPANION_MANIFEST_INVALID', message: expect.stringMatching(reason) };
  await expect(toolsOf('some-companion', from)).rejects.toMatchObject([expected]);
  let loads = 0;
  const load = (): object => {
    loads += 1;
    return { register: () => undefined };
  };
  if (!Array.isArray(formerly)) return;
  const host = await createTestHost({ companions: [{ id: 'loaded', load, formerly }] });
  expect((await host.catalogue()).companions).toMatchObject([{ state: 'failed', problems: [expected] }]);
  expect(loads).toBe(0);
});

/** Writes a package into `node_modules` of a folder, and answers the folder. */
function install({ name, manifest = {}, files = ['index.js'] }: Package, folder = createTemporaryFolder()): string {
  const target = join(folder, 'node_modules', name);
  for (const file of files) {
    const path = join(target, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, listing(`tool_${file.replace(/\.m?js$/, '')}`));
  }
  const whole = { name, version: '1.0.0', type: 'module', loadout: { contract: 1 }, ...manifest };
  writeFileSync(join(target, 'package.json'), JSON.stringify(whole));
  return folder;
}

function listing(name: string): string {
  return `export function register(host) {
    host.on('CollectToolProviders', (event) => event.registerProvider({
      getTools: () => [{ name: '${name}', description: 'Answers.', schema: { type: 'object' } }],
      executeTool: () => '${name}',
    }));
  }`;
}

/** The tools of one companion; rejects with what is wrong with it. */
async function toolsOf(id: string, from: string | URL): Promise<string[]> {
  const host = await createTestHost({ companions: [{ id, from }] });
  const { tools, companions } = await host.catalogue();
  const problems = companions.flatMap((companion) => companion.problems);
  if (problems.length > 0) throw problems;
  return tools.map(({ name }) => name);
}
