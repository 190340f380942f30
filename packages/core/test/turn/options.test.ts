import type { Host, LoopOptions, ResumeOptions, TurnOptions } from '@loadout/core';
import { expect, test } from 'vitest';
import { openHost } from '../builders/turn-builders.js';

const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'CONFIGURATION_INVALID', message: expect.stringMatching(message) });

test('an option that there is not is refused, with the one that was meant', async () => {
  const { host, startTurn } = await openHost({ tools: {} });
  const modell = { modell: { api: 'chat' } } as Partial<TurnOptions>;
  await expect(startTurn(modell)).rejects.toThrow(
    refused(/^startTurn: there is no option "modell". Did you mean "model"\?/),
  );
  const turn = await startTurn({ model: { api: 'chat' } });
  const loop = { overlapReadonly: true } as LoopOptions;
  expect(() => turn.createLoop(loop)).toThrow(refused(/^createLoop: .*Did you mean "overlapReadOnly"\?/));
  const resume = { signals: null } as ResumeOptions;
  await expect(host.resumeTurn('t', resume)).rejects.toThrow(refused(/^resumeTurn: .*Did you mean "signal"\?/));
  await expect(startTurn({ something: 1 } as Partial<TurnOptions>)).rejects.toThrow(refused(/Known: bot, user/));
  // The loop was not made, so there can be one.
  expect(turn.createLoop({ overlapReadOnly: true, firstToolChoice: 'auto' }).stop).toBeNull();
});

test('an event that there is not is refused, with the one that was meant', async () => {
  const { host } = await openHost({ tools: {} });
  const on = host.on as (event: unknown, listener?: unknown) => ReturnType<Host['on']>;
  expect(() => on('call-start', () => undefined)).toThrow(refused(/Did you mean "call-started"\?/));
  expect(() => on(7, () => undefined)).toThrow(refused(/Known: call-started/));
  expect(() => on('call-started')).toThrow(refused(/listener has to be a function/));
});

test('what is no list of messages is no transcript', async () => {
  const { startTurn } = await openHost({ tools: {} });
  const loop = (await startTurn({ model: { api: 'chat' } })).createLoop();
  for (const transcript of [null, 'Hello', { role: 'user' }] as never[]) {
    await expect(loop.closeOpenCalls(transcript)).rejects.toThrow(
      refused(/closeOpenCalls: transcript has to be a list/),
    );
    expect(() => loop.keepTranscript(transcript)).toThrow(refused(/keepTranscript: transcript has to be a list/));
  }
  expect(loop.request().number).toBe(1);
});
