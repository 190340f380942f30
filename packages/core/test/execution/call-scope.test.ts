import type { CallScope, LogEntry } from '@loadout/core';
import { expect, test } from 'vitest';
import { openHost, readText } from '../builders/turn-builders.js';
import { hostileValues } from '../catalogue/hostile-values.js';

/** What comes out when a tool does `work` with its call. */
async function observe(work: (call: CallScope) => unknown) {
  const heard: unknown[] = [];
  const { startTurn, log } = await openHost({ tools: { a: (_args, _config, call) => work(call) } });
  const turn = await startTurn({ onProgress: (progress) => void heard.push(progress) });
  const outcome = await turn.call({ id: 'c-1', name: 'a' });
  return { outcome, heard, lines: log.filter(({ event }) => event === 'tool-log') };
}

const report = (call: CallScope, progress: unknown): void =>
  call.progress(progress as Parameters<CallScope['progress']>[0]);

test('progress that is no progress is not passed on', async () => {
  const { outcome, heard } = await observe((call) => {
    for (const progress of [Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined]) report(call, { progress });
    report(call, { progress: 0, total: 'many', message: 5, surplus: true });
    report(call, { progress: 1, message: 'x'.repeat(20_000) });
    return 'fine';
  });
  expect(readText(outcome)).toBe('fine');
  expect(heard).toEqual([
    { callId: 'c-1', tool: 'a', progress: 0 },
    { callId: 'c-1', tool: 'a', progress: 1, message: 'x'.repeat(10_000) },
  ]);
});

test('without a listener progress goes nowhere', async () => {
  const { startTurn } = await openHost({
    tools: {
      a: (_args, _config, call) => {
        call.progress({ progress: 1 });
        return 'fine';
      },
    },
  });
  expect(readText(await (await startTurn()).call({ name: 'a' }))).toBe('fine');
});

test('a log line has a known level and is bounded', async () => {
  const { lines } = await observe((call) => {
    call.log('loud' as LogEntry['level'], 'x'.repeat(20_000));
    call.log('error', 5 as unknown as string);
  });
  expect(lines).toMatchObject([
    { level: 'info', message: 'x'.repeat(10_000) },
    { level: 'error', message: '5' },
  ]);
});

test('what a tool logs beside the text is a copy as plain JSON, or the reason why it is not there', async () => {
  const data = { step: 1, list: ['a'] };
  const { lines } = await observe((call) => {
    call.log('info', 'fine', data);
    data.list.push('b');
    for (const [what, value] of hostileValues()) call.log('info', what, value as never);
    call.log('info', 'large', { text: 'x'.repeat(200_000) });
  });
  expect(lines[0]?.data).toEqual({ step: 1, list: ['a'] });
  expect(lines).toHaveLength(hostileValues().length + 2);
  for (const line of lines) {
    expect(JSON.parse(JSON.stringify(line)), line.message).toEqual(line);
    expect(JSON.stringify(line).length, line.message).toBeLessThan(150_000);
  }
  expect(lines.at(-1)?.data).toMatch(/^\[left out: /);
});

test('a tool that keeps its call cannot change what the next call sees', async () => {
  const seen: string[] = [];
  const { startTurn } = await openHost({
    tools: {
      a: (_args, _config, call) => {
        seen.push(call.callId);
        Object.assign(call, { callId: 'forged', context: null });
        return 'fine';
      },
    },
  });
  const turn = await startTurn();
  const outcomes = [await turn.call({ id: 'c-1', name: 'a' }), await turn.call({ id: 'c-2', name: 'a' })];
  expect(seen).toEqual(['c-1', 'c-2']);
  expect(outcomes.map(({ callId, status }) => `${callId} ${status}`)).toEqual(['c-1 SUCCESS', 'c-2 SUCCESS']);
});
