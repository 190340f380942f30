import type { JsonObject, Turn } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createTeller } from '../builders/tellers.js';
import { openHost, provideTools, readText } from '../builders/turn-builders.js';

test('3.4 200 interleaved turns on one shared provider that keeps its context in a field see their own context only', async () => {
  const violations: string[] = [];
  const expectOwn = (place: string, seen: string | undefined, own: string): void => {
    if (seen !== own) violations.push(`${place}: ${seen} instead of ${own}`);
  };
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const turns = new Map<string, Turn>();
  let outlived = 0;

  /** The careless author: the context in a field, read again after each wait. */
  const careless = createTeller({
    report: async (args, _config, call) => {
      call.progress({ progress: 1, message: `from ${careless.told?.bot.id}` });
      if (Number(args.wait) > 0) await pause(Number(args.wait));
      call.log('info', `from ${careless.told?.bot.id}`);
      expectOwn('field', careless.told?.bot.id, call.context.bot.id);
      call.progress({ progress: 2, message: `from ${careless.told?.bot.id}` });
      return { bot: careless.told?.bot.id ?? 'nobody' };
    },
    outlive: {
      policy: { timeoutMs: 20 },
      run: async (_args, _config, call) => {
        await pause(40);
        outlived += 1;
        expectOwn('field after the deadline', careless.told?.bot.id, call.context.bot.id);
        call.progress({ progress: 9, message: `from ${careless.told?.bot.id}` });
        call.log('info', `from ${careless.told?.bot.id}`);
        return { bot: careless.told?.bot.id ?? 'nobody' };
      },
    },
    nest_same: async (_args, _config, call) => {
      const outcome = await turns.get(call.context.turnId)?.call({ name: 'report' });
      expectOwn('field after a refused call', careless.told?.bot.id, call.context.bot.id);
      return { bot: careless.told?.bot.id ?? 'nobody', nested: outcome?.status ?? 'none' };
    },
  });
  const plain = provideTools({
    nest_other: async (_args, _config, call) => {
      const outcome = await turns.get(call.context.turnId)?.call({ name: 'report' });
      expectOwn('context', (outcome?.structuredContent as JsonObject | undefined)?.bot as string, call.context.bot.id);
      return { bot: call.context.bot.id, nested: outcome?.status ?? 'none' };
    },
  });
  const names = ['report', 'outlive', 'nest_same', 'nest_other'];
  const { host, addBot, log } = await openHost({
    companions: [createCompanion('@acme/careless', careless), createCompanion('@acme/plain', plain)],
  });
  const bots = Array.from({ length: 20 }, (_, index) => `bot-${index}`);
  for (const bot of bots) await addBot(bot, names);

  const statuses: string[] = [];
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const bot = bots[index % bots.length] ?? '';
      await pause(index * 5);
      const turn = await host.startTurn({
        bot,
        onProgress: ({ message }) => expectOwn('progress', message, `from ${bot}`),
      });
      turns.set(turn.id, turn);
      const second =
        index % 25 === 0 ? 'outlive' : index % 5 === 1 ? 'nest_same' : index % 5 === 2 ? 'nest_other' : 'report';
      const outcomes = await Promise.all([
        turn.call({ name: 'report', arguments: { wait: index % 7 === 0 ? 1 : 0 } }),
        turn.call({ name: second }),
      ]);
      for (const outcome of outcomes) {
        const { bot: seen, nested } = (outcome.structuredContent ?? { bot }) as { bot: string; nested?: string };
        expectOwn('result', seen, bot);
        for (const other of readText(outcome).match(/bot-\d+/g) ?? []) expectOwn('text', other, bot);
        statuses.push([outcome.tool, outcome.status, nested].filter(Boolean).join(' '));
      }
      await turn.end();
    }),
  );
  await pause(60);
  for (const entry of log.filter(({ event }) => event === 'tool-log'))
    expectOwn('log', entry.message, `from ${entry.bot}`);

  expect(violations).toEqual([]);
  const count = (text: string): number => statuses.filter((status) => status === text).length;
  expect(count('report SUCCESS')).toBe(312);
  expect(count('outlive ERROR')).toBe(8);
  expect(outlived).toBeGreaterThan(0);
  expect(count('nest_same SUCCESS ERROR')).toBe(40);
  expect(count('nest_other SUCCESS SUCCESS')).toBe(40);
});

test('3.4 a result that a provider keeps and hands out again is copied for each turn', async () => {
  const kept = { bot: 'nobody', seenBy: [] as string[] };
  const { startTurn, addBot } = await openHost({
    tools: {
      careless: (_args, _config, call) => {
        kept.bot = call.context.bot.id;
        kept.seenBy.push(call.context.bot.id);
        return kept;
      },
    },
  });
  await addBot('bot-b', ['careless']);
  const first = await (await startTurn()).call({ name: 'careless' });
  const second = await (await startTurn({ bot: 'bot-b' })).call({ name: 'careless' });
  expect(first.structuredContent).toEqual({ bot: 'bot-a', seenBy: ['bot-a'] });
  expect(second.structuredContent).toEqual({ bot: 'bot-b', seenBy: ['bot-a', 'bot-b'] });
});
