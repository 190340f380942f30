import type { CallOutcome, RunResult } from '@loadout/core';
import { expect, test } from 'vitest';
import { createChatScreen } from '../../src/chat/chat-screen.js';
import { createOutput } from '../../src/output/output.js';

function openScreen() {
  let shown = '';
  const stream = {
    write(text: string) {
      shown += text;
    },
  };
  return { screen: createChatScreen(createOutput({ stdout: stream, stderr: stream, env: {} })), shown: () => shown };
}

function outcome(callId: string, executed: CallOutcome['executed'], text: string): CallOutcome {
  const content = [{ type: 'text', text }] as const;
  return { callId, tool: `tool_${callId}`, isError: true, status: 'ERROR', executed, content };
}

test('a call that may have run before the process died is told at the end, and none twice', () => {
  const { screen, shown } = openScreen();
  const seen = outcome('a', 'unknown', 'It was cut off.');
  screen.onCall({ type: 'finished', callId: 'a', tool: 'tool_a', label: 'A', outcome: seen });
  const outcomes = [seen, outcome('b', 'unknown', 'It may have run.'), outcome('c', 'no', 'It did not run.')];
  const result = { stop: 'answer', text: '', sources: [], notes: [], outcomes } as unknown as RunResult;
  screen.finish(result);
  expect(shown()).toBe('✗ A It was cut off.\n✗ tool_b It may have run.\n');
});

test('an answer that was cut off is not said to be too long alone', () => {
  const { screen, shown } = openScreen();
  screen.finish({ stop: 'length', text: '', sources: [], notes: [], outcomes: [] } as unknown as RunResult);
  expect(shown()).toContain('or the connection ended before it was whole');
});
