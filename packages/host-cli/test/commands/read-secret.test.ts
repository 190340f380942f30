import { PassThrough, Readable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { expect, test } from 'vitest';
import { readSecret } from '../../src/commands/read-secret.js';

/** A terminal with somebody who presses keys once they are asked. */
async function typeKeys(...pressed: readonly string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true, isRaw: false, setRawMode: () => {} });
  const asked: string[] = [];
  const ask = (text: string): void => {
    asked.push(text);
    if (asked.length > 1) return;
    for (const keys of pressed) input.write(keys);
  };
  const value = await readSecret('Value of it', { input: input as unknown as ReadStream, ask });
  return { value, asked };
}

test('keys that are no text leave nothing in a secret', async () => {
  for (const key of ['\u001B[D', '\u001B[A', '\u001B[3~', '\u001BOP', '\t', '\u001B[1;5C', '\u0001']) {
    expect([key, (await typeKeys('mo', key, 'd', 'x\u007F\r')).value]).toEqual([key, 'mod']);
  }
  expect((await typeKeys('wrong\u0015pässwort-✓\r')).value).toBe('pässwort-✓');
});

test('a pasted secret is taken without the marks around it', async () => {
  expect((await typeKeys('\u001B[200~pasted secret\u001B[201~', '\r')).value).toBe('pasted secret');
});

test('Ctrl-C and Ctrl-D give up; Enter alone deletes, and the question says so', async () => {
  await expect(typeKeys('half\u0003')).rejects.toThrow('Nothing was set.');
  await expect(typeKeys('\u0004')).rejects.toThrow('Nothing was set.');
  await expect(typeKeys('half\u0004')).rejects.toThrow('Nothing was set.');
  const { value, asked } = await typeKeys('\r');
  expect(value).toBe('');
  expect(asked[0]).toMatch(/Enter alone deletes it, Ctrl-C gives up/);
});

test('a pipe is read to its end, without the newline there, and not without end', async () => {
  const readPipe = (chunks: Iterable<Buffer>) =>
    readSecret('Value of it', { input: Readable.from(chunks), ask: () => {} });
  const bytes = Buffer.from('Schlüssel ✓\r\n');
  expect(await readPipe([...bytes].map((byte) => Buffer.from([byte])))).toBe('Schlüssel ✓');
  function* endless() {
    for (;;) yield Buffer.alloc(65_536);
  }
  await expect(readPipe(endless())).rejects.toThrow('more than a secret can be');
});
