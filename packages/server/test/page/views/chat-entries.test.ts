import { expect, test } from 'vitest';
import { applyEvent, type Chat } from '../../../page/src/views/chat/chat-entries.js';

const begun: Chat = {
  id: 'c',
  bot: 'support',
  state: 'running',
  entries: [],
  messages: [],
  suspension: null,
  level: 'NONE',
};

const apply = (...events: readonly (readonly [string, unknown])[]): Chat =>
  events.reduce((chat, [event, data], index) => applyEvent(chat, { event, data }, index * 100), begun);

test('pieces of text are one entry until something else comes; a call ends where it began', () => {
  const { entries } = apply(
    ['text', { text: 'Let ' }],
    ['text', { text: 'me see.' }],
    ['call', { callId: 'c1', tool: 't', label: 'T', arguments: { a: 1 } }],
    [
      'result',
      { callId: 'c1', tool: 't', label: 'T', status: 'SUCCESS', executed: 'yes', content: [], isError: false },
    ],
    ['text', { text: 'Done.' }],
  );
  expect(entries).toMatchObject([
    { kind: 'text', text: 'Let me see.' },
    { kind: 'call', callId: 'c1', arguments: { a: 1 }, durationMs: 100, outcome: { status: 'SUCCESS' } },
    { kind: 'text', text: 'Done.' },
  ]);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(3);
});

test('a call that waits stands there as the question alone, and its result brings it back with its arguments', () => {
  const approval = { id: 'a1', callId: 'c1', turnId: 't1', arguments: { a: 1 } };
  const waiting = apply(
    ['call', { callId: 'c1', tool: 't', label: 'T', arguments: { a: 1 } }],
    ['approval', approval],
    ['end', { reason: 'awaiting-approval', suspension: 't1', messages: [{ role: 'user' }] }],
  );
  expect(waiting).toMatchObject({ state: 'waiting', suspension: 't1', messages: [{ role: 'user' }] });
  expect(waiting.entries.map(({ kind }) => kind)).toEqual(['approval']);
  const result = { callId: 'c1', tool: 't', label: 'T', status: 'BLOCKED', executed: 'no', content: [], isError: true };
  const after = applyEvent(waiting, { event: 'result', data: result }, 0);
  expect(after.entries.at(-1)).toMatchObject({ kind: 'call', arguments: { a: 1 }, outcome: { status: 'BLOCKED' } });
});

test('a level that a result requires is told once, where it rises', () => {
  const result = (level: string): readonly [string, unknown] => [
    'result',
    {
      callId: level,
      tool: 't',
      label: 'T',
      content: [],
      isError: false,
      _meta: { 'loadout/requiredConfidence': level },
    },
  ];
  const chat = apply(result('LOW'), result('VERY_LOW'), result('MEDIUM'), result('MEDIUM'), result('odd'));
  expect(chat.level).toBe('MEDIUM');
  expect(chat.entries.flatMap((entry) => (entry.kind === 'level' ? [entry.level] : []))).toEqual(['LOW', 'MEDIUM']);
});

test('an end that is no answer is told; without messages the transcript stays', () => {
  const chat = apply(['end', { reason: 'answer', messages: [{ role: 'user' }] }], ['end', { reason: 'token-invalid' }]);
  expect(chat).toMatchObject({ state: 'idle', messages: [{ role: 'user' }], suspension: null });
  expect(chat.entries).toMatchObject([{ kind: 'stop', reason: 'token-invalid' }]);
});
