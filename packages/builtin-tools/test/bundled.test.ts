/** A bundle as docs/reference/web-tools.md makes it: the worker is an entry of its own. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

const script = `
import { builtinTools } from '@loadout/builtin-tools';

const [tool] = builtinTools({ extraction: { workers: 1 } }).implementations;
const response = {
  url: 'https://example.org/', status: 200, ok: true, isPrivate: false,
  headers: new Map([['content-type', 'text/html']]),
  bytes: async () => new TextEncoder().encode('<title>Courses</title><main><p>Mean and variance.</p></main>'),
  discard: async () => {},
};
const context = { bot: { id: 'demo' }, conversation: null, locale: 'en', knownUrls: [], modelProvider: null };
const call = { callId: 'call', context, signal: new AbortController().signal, deadlineAt: Date.now() + 60_000,
  progress() {}, log() {}, redact: (text) => text, fetch: async () => response };
const result = await tool.execute({ url: 'https://example.org/' }, {}, call);
console.log(JSON.stringify(result.structuredContent.content));
`;

/** Bundles the script, with the worker or without it; answers the file. */
async function bundle(entries: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bundled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@loadout'), { recursive: true });
  symlinkSync(root, join(modules, '@loadout/builtin-tools'));
  for (const name of ['jsdom', 'tinypool']) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  writeFileSync(join(folder, 'main.js'), script);
  await build({
    absWorkingDir: folder,
    entryPoints: { main: 'main.js', ...entries },
    outdir: 'dist',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    external: ['jsdom', 'tinypool'],
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    logLevel: 'silent',
  });
  cpSync(join(root, '../../tool_definitions'), join(folder, 'dist/tool_definitions'), { recursive: true });
  return join(folder, 'dist/main.js');
}

test('a bundle that takes the worker along reads pages', async () => {
  const file = await bundle({ 'extraction-worker': '@loadout/builtin-tools/extraction-worker' });
  const { stdout } = await run(process.execPath, [file]);
  expect(JSON.parse(stdout)).toMatchObject({ title: 'Courses', text_content: 'Mean and variance.' });
});

test('a bundle without the worker says so as the tools are made, and what to do', async () => {
  const file = await bundle({});
  await expect(run(process.execPath, [file])).rejects.toMatchObject({
    stderr: expect.stringContaining('builtinTools({ extraction: { workerFile } })'),
  });
});
