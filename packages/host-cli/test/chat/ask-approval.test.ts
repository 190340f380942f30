import { expect, test } from 'vitest';
import { askApproval } from '../../src/chat/ask-approval.js';
import { createChatScreen } from '../../src/chat/chat-screen.js';
import type { LineReader } from '../../src/chat/line-reader.js';
import { createOutput } from '../../src/output/output.js';

const call = { label: 'Delete\u001b[2J course', tool: 'delete_course', owner: '@acme/tools', arguments: { course: 5 } };

async function ask(lines: readonly (string | null)[], isInteractive = true, asked = call) {
  let shown = '';
  const stream = {
    write(text: string) {
      shown += text;
    },
  };
  const screen = createChatScreen(createOutput({ stdout: stream, stderr: stream, env: {} }));
  const left = [...lines];
  const reader: LineReader = {
    isInteractive,
    read: async () => left.shift() ?? null,
    hangUp: () => false,
    clear: () => false,
    close: () => {},
  };
  const decision = await askApproval(asked, { reader, screen, signal: new AbortController().signal });
  return { decision, shown, left };
}

test.each([
  [['o'], { decision: 'allow', scope: 'once' }],
  [['Turn'], { decision: 'allow', scope: 'turn' }],
  [[' c '], { decision: 'allow', scope: 'conversation' }],
  [['l'], { decision: 'later' }],
  [['d', 'not now'], { decision: 'deny', reason: 'not now' }],
  [['d', ''], { decision: 'deny' }],
  [['', 'yes', 'o'], { decision: 'allow', scope: 'once' }],
  [[null], { decision: 'later' }],
])('%j is %j', async (lines, decision) => {
  expect((await ask(lines)).decision).toEqual(decision);
});

test('the question shows what would run, and nothing that a terminal acts on', async () => {
  const { shown } = await ask(['o']);
  expect(shown).toContain('Delete\\x1b[2J course (delete_course of @acme/tools)');
  expect(shown).toContain('course: 5');
});

test('where nobody can be asked, lines of a pipe are no answers', async () => {
  const { decision, left } = await ask(['o'], false);
  expect(decision).toEqual({ decision: 'later' });
  expect(left).toEqual(['o']);
});

test('where an argument is masked, the question says what that means', async () => {
  const { shown } = await ask(['l'], true, { ...call, arguments: { course: '[masked]' } as never });
  expect(shown).toMatch(/course: "\[masked\]"\n {2}\[masked\] is what the tool declares sensitive/);
  expect((await ask(['l'])).shown).not.toContain('masked');
});
