import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeFolder } from '../temporary-folder.js';
import { makeProject, runLoadout } from './run-loadout.js';

const counter = new URL('../fixtures/count-modules.mjs', import.meta.url).href;

interface Loaded {
  readonly count: number;
  /** Packages outside of the bundle and copies of packages inside of its chunks. */
  readonly packages: readonly string[];
  readonly folders: readonly string[];
}

/** What a command loads: the files, and what the bundler says it put into them. */
async function listLoaded(args: readonly string[], cwd: string): Promise<Loaded> {
  const { stderr } = await runLoadout(args, { cwd, nodeFlags: ['--import', counter] });
  const urls: string[] = JSON.parse(/^modules: (.*)$/m.exec(stderr)?.[1] ?? '[]');
  const files = urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
  const inside = files
    .filter((file) => file.includes('/host-cli/dist/'))
    .flatMap((file) => readFileSync(file, 'utf8').match(/^\/\/ \S+\/\S+\.(?:[cm]?[jt]s|json)$/gm) ?? []);
  const sources = [...files, ...inside.map((line) => line.slice(3))];
  const packages = sources.map((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1]);
  const folders = sources.map((source) => /^(?:\.\.\/)*packages\/[^/]+/.exec(source)?.[0]);
  return {
    count: urls.length,
    packages: [...new Set(packages)].filter((name) => name !== undefined).sort(),
    folders: [...new Set(folders)]
      .filter((name) => name !== undefined)
      .map((name) => basename(name))
      .sort(),
  };
}

test('help loads the command line alone', async () => {
  const { count, packages, folders } = await listLoaded(['--help'], makeFolder());
  expect(packages).toEqual(['commander']);
  expect(folders).toEqual(['host-cli']);
  expect(count).toBeLessThan(30);
});

test('tools loads no database, no jsdom, no undici and no ajv', async () => {
  const { count, packages, folders } = await listLoaded(['tools'], makeProject());
  expect(packages).toContain('commander');
  expect(folders).toContain('core');
  expect(folders).not.toContain('storage');
  for (const name of [
    'jsdom',
    'undici',
    'ajv',
    'better-sqlite3',
    'kysely',
    'pino',
    'hono',
    'turndown',
    '@mozilla/readability',
    're2js',
  ]) {
    expect(packages).not.toContain(name);
  }
  expect(count).toBeLessThan(60);
});

test('tools reads the decisions of a database that is there', async () => {
  const cwd = makeProject();
  await runLoadout(['bots', 'add', 'demo'], { cwd });
  const { packages } = await listLoaded(['tools'], cwd);
  expect(packages).toContain('better-sqlite3');
  for (const name of ['jsdom', 'undici', 'ajv', 'pino', 'hono']) expect(packages).not.toContain(name);
});

test('bots list loads the database, but no page reader and no HTTP client', async () => {
  const { packages } = await listLoaded(['bots', 'list'], makeProject());
  expect(packages).toEqual(expect.arrayContaining(['better-sqlite3', 'kysely']));
  for (const name of ['jsdom', 'undici', 'ajv', 'turndown']) expect(packages).not.toContain(name);
});

test('a chat loads the client of its API alone, and commands without a model none', async () => {
  const cwd = makeProject();
  await runLoadout(['bots', 'add', 'demo'], { cwd });
  const listFor = async (api: string) =>
    (await listLoaded(['chat', 'demo', 'Hi', '--base-url', 'http://127.0.0.1:9', '--model', 'm', '--api', api], cwd))
      .packages;
  const clients = ['openai', '@anthropic-ai/sdk'];
  const onlyClients = (names: readonly string[]) => names.filter((name) => clients.includes(name));
  expect(onlyClients(await listFor('chat'))).toEqual(['openai']);
  expect(onlyClients(await listFor('anthropic'))).toEqual(['@anthropic-ai/sdk']);
  for (const args of [
    ['call', 'demo', 'echo'],
    ['show', 'demo'],
  ]) {
    expect(onlyClients((await listLoaded(args, cwd)).packages)).toEqual([]);
  }
});

test('what is loaded later works in the bundle: the guarded network, and the page reader with jsdom beside it', async () => {
  const cwd = makeProject();
  await runLoadout(['bots', 'add', 'demo'], { cwd });
  await runLoadout(['assign', 'demo', 'read_web_page'], { cwd });
  const { code, stderr } = await runLoadout(['call', 'demo', 'read_web_page', '{"url":"http://127.0.0.1/"}'], { cwd });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: .*127\.0\.0\.1.*public/);

  // No public page is at hand, so the chunk is asked itself.
  const dist = new URL('../../dist/', import.meta.url);
  const chunk = readdirSync(dist).find((name) => name.startsWith('read-html-'));
  const { readHtml } = await import(new URL(chunk ?? 'no chunk', dist).href);
  const html = `<title>Courses</title><main><h1>Statistik</h1><p>${'Mean and variance. '.repeat(20)}</p></main>`;
  expect(readHtml(html, 'https://example.org/')).toMatchObject({
    title: 'Courses',
    markdown: expect.stringContaining('Mean and variance.'),
  });
});
