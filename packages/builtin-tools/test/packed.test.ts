/** The package as others install it: built files alone, found by its name, without the condition `source`. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const script = `
import { builtinTools } from '@loadout/builtin-tools';

const [tool] = builtinTools({ extraction: { workers: 1, heapMegabytes: 256 } }).implementations;
const body = new TextEncoder().encode('<title>Courses</title><main><p>Mean and variance.</p></main>');
const response = {
  url: 'https://example.org/', status: 200, ok: true, isPrivate: false,
  headers: new Map([['content-type', 'text/html']]),
  bytes: async () => body, discard: async () => {},
};
const context = { bot: { id: 'demo' }, conversation: null, locale: 'en', knownUrls: [], modelProvider: null };
const call = { callId: 'call', context, signal: new AbortController().signal, deadlineAt: Date.now() + 60_000,
  progress() {}, log() {}, fetch: async () => response };
const result = await tool.execute({ url: 'https://example.org/' }, {}, call);
console.log(JSON.stringify(result.structuredContent.content));
// Nothing is closed: workers without work keep no process alive.
`;

test('the installed package reads a page in its worker, and a process that closes nothing ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-packed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const installed = join(folder, 'node_modules/@loadout/builtin-tools');
  mkdirSync(installed, { recursive: true });
  for (const name of ['dist', 'package.json']) cpSync(join(root, name), join(installed, name), { recursive: true });
  cpSync(join(root, '../../tool_definitions'), join(installed, 'tool_definitions'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'));
  writeFileSync(join(folder, 'main.mjs'), script);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['main.mjs'], {
    cwd: folder,
    timeout: 15_000,
  });
  expect(JSON.parse(stdout)).toMatchObject({ title: 'Courses', text_content: 'Mean and variance.' });
  expect(stderr).toBe('');
});
