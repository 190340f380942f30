import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { createLineReader } from '../../src/chat/line-reader.js';

function open(isInteractive: boolean) {
  const input = new PassThrough();
  let written = '';
  const onInterrupt = vi.fn();
  const reader = createLineReader({
    // What of a terminal's stream is used, a stream has.
    input: input as unknown as NodeJS.ReadStream,
    write: (text) => {
      written += text;
    },
    isInteractive,
    onInterrupt,
  });
  return { input, reader, onInterrupt, written: () => written };
}

test('lines of a pipe wait until they are asked for, and its end is the end', async () => {
  const { input, reader, written } = open(false);
  input.end('one\ntwo\nthree');
  expect(await reader.read('> ')).toBe('one');
  expect(await reader.read('> ')).toBe('two');
  expect(await reader.read('> ')).toBe('three');
  expect(await reader.read('> ')).toBeNull();
  expect(written()).toBe('');
});

test('a terminal is prompted, and Ctrl-C there is told', async () => {
  const { input, reader, onInterrupt, written } = open(true);
  const line = reader.read('> ');
  input.write('hello\r');
  expect(await line).toBe('hello');
  expect(written()).toContain('> ');
  input.write('\u0003');
  await vi.waitFor(() => expect(onInterrupt).toHaveBeenCalledOnce());
  reader.close();
});

test('a fresh question forgets what was typed before it, and ends with its signal', async () => {
  const { input, reader, written } = open(true);
  input.write('o\rnext line\r');
  await new Promise((resolve) => setImmediate(resolve));
  const controller = new AbortController();
  const answer = reader.read('? ', { isFresh: true, signal: controller.signal });
  controller.abort();
  expect(await answer).toBeNull();
  expect(written()).toContain('Typed before the question, and not sent:\n  o\n  next line\n');
  const next = reader.read('> ');
  input.write('next\r');
  expect(await next).toBe('next');
  reader.close();
});

test('what is typed can be taken back', async () => {
  const { input, reader } = open(true);
  const line = reader.read('> ');
  expect(reader.clear()).toBe(false);
  input.write('half');
  await new Promise((resolve) => setImmediate(resolve));
  expect(reader.clear()).toBe(true);
  input.write('whole\r');
  expect(await line).toBe('whole');
  reader.close();
});

test('lines that are pasted together are one, once Enter is pressed', async () => {
  const { input, reader, written } = open(true);
  const line = reader.read('> ');
  input.write('\u001B[200~one\rtwo\r\u001B[201~');
  await new Promise((resolve) => setImmediate(resolve));
  input.write('three\r');
  expect(await line).toBe('one\ntwo\nthree');
  const next = reader.read('> ');
  input.write('\u001B[200~forget\rthis\u001B[201~');
  await new Promise((resolve) => setImmediate(resolve));
  expect(reader.clear()).toBe(true);
  input.write('alone\r');
  expect(await next).toBe('alone');
  reader.close();
  expect(written()).toMatch(/^.\[\?2004h[\s\S]*.\[\?2004l$/);
});
