import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const dist = new URL('../dist/', import.meta.url).href;
const counter = new URL('../../host-cli/test/fixtures/count-modules.mjs', import.meta.url).href;

/** The packages that a process loads for a module and what is done with it. */
async function listPackages(code: string): Promise<readonly string[]> {
  const flags = ['--import', counter, '--input-type=module', '--eval', code];
  const { stderr } = await promisify(execFile)(process.execPath, flags);
  const urls: readonly string[] = JSON.parse(/^modules: (.*)$/m.exec(stderr)?.[1] ?? '[]');
  const names = urls.map((url) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]);
  return [...new Set(names)].filter((name) => name !== undefined);
}

const parsers = ['jsdom', 'linkedom', 'htmlparser2', '@mozilla/readability', 'chardet', 'html-encoding-sniffer'];

test('listing the tools loads no parser, no HTTP client and no pool of workers', async () => {
  const listed = await listPackages(`
    import { builtinTools } from '${dist}index.js';
    for (const tool of builtinTools().implementations) tool.displayName('en');
  `);
  const unwanted = [...parsers, 'pdfjs-dist', 'tinypool', 'undici', 'tldts', 'http-cache-semantics', 'ajv'];
  expect(listed.filter((name) => unwanted.includes(name))).toEqual([]);
});

test('reading a page loads no parser of other kinds, and no second DOM', async () => {
  const bytes = `new TextEncoder().encode('<title>A</title><p>Text</p>')`;
  const loaded = await listPackages(`
    import { runTask } from '${dist}extraction/extraction-worker.js';
    await runTask({ bytes: ${bytes}, contentType: 'text/html', url: 'https://site.example/' });
  `);
  expect(loaded).toEqual(expect.arrayContaining(['htmlparser2', '@mozilla/readability']));
  for (const name of ['jsdom', 'linkedom', 'pdfjs-dist', 'undici', 'ajv']) expect(loaded).not.toContain(name);
});
