import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Tinypool } from 'tinypool';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../temporary-folder.js';
import { makeProject, runLoadout } from './run-loadout.js';

const dist = new URL('../../dist/', import.meta.url);
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
    '@mozilla/readability',
    'linkedom',
    'htmlparser2',
    'pdfjs-dist',
    'chardet',
    'html-encoding-sniffer',
    'tinypool',
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
  for (const name of ['jsdom', 'undici', 'ajv', '@mozilla/readability']) expect(packages).not.toContain(name);
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

test('what is loaded later works in the bundle: the guarded network, and the worker that reads pages', async () => {
  const cwd = makeProject();
  await runLoadout(['bots', 'add', 'demo'], { cwd });
  await runLoadout(['assign', 'demo', 'read_web_page'], { cwd });
  const { code, stderr } = await runLoadout(['call', 'demo', 'read_web_page', '{"url":"http://127.0.0.1/"}'], { cwd });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: .*127\.0\.0\.1.*public/);

  // No public page is at hand, so the worker is asked itself.
  const pool = new Tinypool({ filename: fileURLToPath(new URL('extraction-worker.js', dist)), name: 'runTask' });
  onTestFinished(() => pool.destroy());
  const read = (contentType: string, body: string) =>
    pool.run({ url: 'https://example.org/', contentType, bytes: new TextEncoder().encode(body) });
  const html = `<title>Courses</title><main><h1>Statistik</h1><p>${'Mean and variance. '.repeat(20)}</p></main>`;
  expect(await read('text/html', html)).toMatchObject({
    page: { title: 'Courses', markdown: expect.stringContaining('Mean and variance.') },
  });
  expect(await read('application/pdf', pdf)).toMatchObject({ page: { markdown: '湿原' } });
  expect(await read('application/pdf', '%PDF-1.7')).toMatchObject({ refusal: expect.stringContaining('is broken') });
});

/** A page with two characters of a font that names its encoding and is not in the file: tables say what they are. */
const pdf = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
4 0 obj <</Length 46>> stream
BT /F 12 Tf 20 100 Td <8EBC8CB4> Tj ET        
endstream endobj
5 0 obj <</Type/Font/Subtype/Type0/BaseFont/A/Encoding/90ms-RKSJ-H/DescendantFonts[6 0 R]>> endobj
6 0 obj <</Type/Font/Subtype/CIDFontType0/BaseFont/A/FontDescriptor 7 0 R
/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>>> endobj
7 0 obj <</Type/FontDescriptor/FontName/A/Flags 4/ItalicAngle 0/Ascent 800/Descent 0/CapHeight 700/StemV 80
/FontBBox[0 0 1000 1000]>> endobj
trailer <</Root 1 0 R/Size 8>>
`;
