import { expect, onTestFinished, test } from 'vitest';
import { listenForChat } from '../../src/chat/chat-interrupts.js';

test('a terminal that goes away in the middle of a question ends the chat, and leaves the turn to wait', () => {
  const asked = [true, false];
  const interrupts = listenForChat({ clear: () => false, hangUp: () => asked.shift() ?? false });
  onTestFinished(() => interrupts.dispose());
  const turn = interrupts.beginTurn();
  process.emit('SIGHUP', 'SIGHUP');
  expect([turn.aborted, interrupts.hasEnded, interrupts.exitCode()]).toEqual([false, true, 129]);
  // Nobody is asked any more: what still runs is cancelled.
  process.emit('SIGTERM', 'SIGTERM');
  expect([turn.aborted, interrupts.exitCode()]).toEqual([true, 143]);
});

test('without a question the turn that runs is cancelled, and without a turn no line is asked for again', () => {
  const interrupts = listenForChat({ clear: () => false, hangUp: () => false });
  onTestFinished(() => interrupts.dispose());
  const turn = interrupts.beginTurn();
  process.emit('SIGTERM', 'SIGTERM');
  expect([turn.aborted, interrupts.ended.aborted]).toEqual([true, true]);
});
