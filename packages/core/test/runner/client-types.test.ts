import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import type { JsonObject, JsonValue, LoopStep, RunResult, Turn, TurnLoop } from '@loadout/core';
import { resumeRun, runTurn } from '@loadout/core';
import OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { ResponseInputItem } from 'openai/resources/responses/responses';
import { expectTypeOf, test } from 'vitest';
import type { Host } from '../../src/host-interface.js';

/*
 * What the compiler holds here is the test: the types of the real clients fit in and out, without a cast. Nothing of it is
 * called.
 */
const openai = new OpenAI({ apiKey: 'never sent' });
const anthropic = new Anthropic({ apiKey: 'never sent' });
const gemini = new GoogleGenAI({ apiKey: 'never sent' });
const options = { model: 'm' };

test('the transcripts of the clients go into the runner and come out of it', () => {
  const run = async (turn: Turn, host: Host) => {
    const chat: ChatCompletionMessageParam[] = [{ role: 'user', content: 'Hello' }];
    chat.push(...(await runTurn(turn, openai, chat, options)).messages);
    const items: ResponseInputItem[] = [{ role: 'user', content: 'Hello' }];
    items.push(...(await runTurn(turn, openai, items, options)).transcript);
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Hello' }];
    const thinking: Anthropic.ThinkingConfigParam = { type: 'enabled', budget_tokens: 1_024 };
    messages.push(...(await runTurn(turn, anthropic, messages, { ...options, extra: { thinking } })).messages);
    const more: Pick<Anthropic.MessageCreateParamsNonStreaming, 'stop_sequences'> = { stop_sequences: ['End.'] };
    const given: readonly JsonValue[] = [];
    const result = await runTurn(turn, anthropic, given, { ...options, extra: more });
    expectTypeOf(result).toEqualTypeOf<RunResult<JsonValue>>();

    const resumed = await host.resumeTurn<Anthropic.MessageParam>('t');
    messages.push(...(resumed.transcript ?? []));
    messages.push(...(await resumeRun(resumed, anthropic, options)).messages);
    const plain = await host.resumeTurn('t');
    expectTypeOf(await resumeRun(plain, openai, { ...options, transcript: chat })).toEqualTypeOf<
      RunResult<JsonObject>
    >();
  };
  expectTypeOf(run).toBeFunction();
});

test('what comes out has not the narrow type of messages that were written out in the call', () => {
  const run = async (turn: Turn, history: JsonObject[], chat: ChatCompletionMessageParam[], text: string) => {
    const written = await runTurn(turn, openai, [{ role: 'user', content: text }], options);
    expectTypeOf(written).toEqualTypeOf<RunResult<JsonObject>>();
    history.push(...written.messages);
    const two = [
      { role: 'system', content: text },
      { role: 'user', content: text, name: 'Ada' },
    ] as const;
    expectTypeOf(await runTurn(turn, openai, two, options)).toEqualTypeOf<RunResult<JsonObject>>();
    const more = await runTurn(turn, openai, [...history, { role: 'user', content: text }], options);
    expectTypeOf(more).toEqualTypeOf<RunResult<JsonObject>>();
    const typed = await runTurn<ChatCompletionMessageParam>(turn, openai, [{ role: 'user', content: text }], options);
    chat.push(...typed.messages);
    const spread = await runTurn<ChatCompletionMessageParam>(
      turn,
      openai,
      [...chat, { role: 'user', content: text }],
      options,
    );
    chat.push(...spread.messages);
  };
  const own = async (turn: Turn, messages: { role: string; content: string }[]) => {
    messages.push(...(await runTurn(turn, openai, messages, options)).messages);
  };
  expectTypeOf(run).toBeFunction();
  expectTypeOf(own).toBeFunction();
});

test('a text is no transcript', () => {
  // @ts-expect-error A list of messages is wanted.
  const run = (turn: Turn) => runTurn(turn, openai, 'Hello', options);
  expectTypeOf(run).toBeFunction();
});

test("a loop of one's own has the messages of its client", () => {
  // The example of TurnLoop, word for word.
  const example = async (turn: Turn, client: OpenAI, model: string, messages: ChatCompletionMessageParam[]) => {
    const loop = turn.createLoop<ChatCompletionMessageParam>();
    for (;;) {
      const { parameters } = loop.request();
      const step = await loop.accept(await client.chat.completions.create({ model, messages, ...parameters }));
      messages.push(...step.messages);
      if (step.stop !== null) break;
    }
  };
  const others = async (turn: Turn, messages: Anthropic.MessageParam[], input: ResponseInputItem[]) => {
    const loop = turn.createLoop<Anthropic.MessageParam>();
    messages.push(...(await loop.closeOpenCalls(messages)));
    loop.keepTranscript(messages);
    const { parameters } = loop.request();
    const response = await anthropic.messages.create({ model: 'm', max_tokens: 1, messages, ...parameters });
    messages.push(...(await loop.accept(response)).messages);
    const streamed = await anthropic.messages.create({
      model: 'm',
      max_tokens: 1,
      messages,
      stream: true,
      ...parameters,
    });
    const stream = loop.stream();
    for await (const event of streamed) stream.push(event);
    messages.push(...(await stream.end()).messages);

    const second = turn.createLoop<ResponseInputItem>();
    input.push(...(await second.closeOpenCalls(input)));
    input.push(...(await second.accept(await openai.responses.create({ model: 'm', input, ...parameters }))).messages);

    const contents: JsonObject[] = [];
    const third = turn.createLoop();
    const config = third.request().parameters;
    contents.push(
      ...(await third.accept(await gemini.models.generateContent({ model: 'm', contents, config }))).messages,
    );
  };
  expectTypeOf(example).toBeFunction();
  expectTypeOf(others).toBeFunction();
  expectTypeOf<TurnLoop['accept']>().returns.resolves.toEqualTypeOf<LoopStep<JsonObject>>();
});
