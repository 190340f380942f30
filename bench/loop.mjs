// What the loop of a turn costs above a bare one of fetch, next to the tool runners of two others, all against the same
// scripted endpoint: a conversation of three calls, so four requests. A turn can always be stopped, by its end and by its
// time; the others are measured as they are by themselves, and once more with a signal of the caller's for each
// conversation, which is how a bot that can be stopped would use them. The limit is that of the cheaper one by itself.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createOpenAI } from '@ai-sdk/openai';
import { createHost, runTurn } from '@loadout/core';
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';
import OpenAI from 'openai';
import { createCompanion, createDefinitions } from './definitions.mjs';
import { figure, median } from './measure.mjs';

const CALLS = 3;
const REQUESTS = CALLS + 1;
const CONVERSATIONS = 40;
const ROUNDS = 25;
/**
 * A host runs for days, so it is measured warm. The compiler takes some 3,000 requests until it is done with what a turn goes
 * through, which is more code than a tool runner has; before, the loop costs several times as much.
 */
const WARM_UP_ROUNDS = 20;
/**
 * A median of so many rounds, each next to the bare loop of the same round, still moves by a few per cent between runs
 * of the same code: a figure that is the same as the best peer's is not to fail by chance.
 */
const MARGIN = 1.05;

const QUESTION = { role: 'user', content: 'Find courses on statistics.' };
const execute = async (args) => `found: ${args.query}`;

export async function benchLoop() {
  const endpoint = fork(fileURLToPath(new URL('loop-endpoint.mjs', import.meta.url)), [String(CALLS)]);
  const [port] = await once(endpoint, 'message');
  const host = await createHost({
    companions: [createCompanion(createDefinitions(1), (_name, args) => execute(args))],
  });
  try {
    await host.bots.add({ id: 'bench' });
    await host.assign('bench', ['tool_0']);
    const contestants = createContestants(host, `http://127.0.0.1:${port}/v1`);
    for (const [name, converse] of Object.entries(contestants)) {
      const text = await converse();
      if (text !== 'Done.') throw new Error(`${name} answered ${JSON.stringify(text)}`);
    }
    return report(await measure(contestants));
  } finally {
    await host.close();
    endpoint.kill();
  }
}

function createContestants(host, baseURL) {
  const [definition] = createDefinitions(1);
  const { name, description, schema } = definition;
  const url = `${baseURL}/chat/completions`;
  const request = async (body) => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer none' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json();
  };
  const wire = [{ type: 'function', function: { name, description, parameters: schema } }];
  const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 });
  const model = createOpenAI({ baseURL, apiKey: 'none' }).chat('bench');
  const inTurn = async (work) => {
    const turn = await host.startTurn({ bot: 'bench', model: { api: 'chat' } });
    try {
      return await work(turn);
    } finally {
      await turn.end();
    }
  };
  const runTools = (options) => {
    const runnable = { name, description, parameters: schema, parse: JSON.parse, function: execute };
    const tools = [{ type: 'function', function: runnable }];
    return client.chat.completions.runTools({ model: 'bench', messages: [QUESTION], tools }, options).finalContent();
  };
  const generate = async (options) => {
    const { text } = await generateText({
      model,
      messages: [QUESTION],
      tools: { [name]: tool({ description, inputSchema: jsonSchema(schema), execute }) },
      stopWhen: stepCountIs(REQUESTS),
      maxRetries: 0,
      ...options,
    });
    return text;
  };
  return {
    async bare() {
      const messages = [QUESTION];
      for (;;) {
        const { choices } = await request({ model: 'bench', messages, tools: wire });
        const { message } = choices[0];
        messages.push(message);
        if (message.tool_calls === undefined) return message.content;
        for (const call of message.tool_calls) {
          const content = await execute(JSON.parse(call.function.arguments));
          messages.push({ role: 'tool', tool_call_id: call.id, content });
        }
      }
    },
    loop: () =>
      inTurn(async (turn) => {
        const loop = turn.createLoop();
        const messages = [QUESTION];
        for (;;) {
          const { parameters } = loop.request();
          const step = await loop.accept(await request({ model: 'bench', messages, ...parameters }));
          messages.push(...step.messages);
          if (step.stop !== null) return step.text;
        }
      }),
    runTurn: () => inTurn(async (turn) => (await runTurn(turn, client, [QUESTION], { model: 'bench' })).text),
    runTools: () => runTools({}),
    generateText: () => generate({}),
    stoppableRunTools: () => runTools({ signal: new AbortController().signal }),
    stoppableGenerateText: () => generate({ abortSignal: new AbortController().signal }),
  };
}

/** CPU microseconds a request above the bare loop: the median of rounds in which all of them ran, in changing order. */
async function measure(contestants) {
  const names = Object.keys(contestants);
  const rounds = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const spent = {};
    for (let index = 0; index < names.length; index += 1) {
      const name = names[(index + Math.abs(round)) % names.length];
      const before = process.cpuUsage();
      for (let run = 0; run < CONVERSATIONS; run += 1) await contestants[name]();
      const { user, system } = process.cpuUsage(before);
      spent[name] = (user + system) / (CONVERSATIONS * REQUESTS);
    }
    if (round < 0) continue;
    for (const name of names) rounds[name].push(name === 'bare' ? spent.bare : spent[name] - spent.bare);
  }
  return Object.fromEntries(names.map((name) => [name, median(rounds[name])]));
}

function report(costs) {
  const limit = Math.round(Math.min(costs.runTools, costs.generateText) * MARGIN);
  return [
    figure('floor: bare loop of fetch, a request', costs.bare, 'us CPU'),
    figure("overhead of openai's runTools", costs.runTools, 'us CPU'),
    figure('the same, with a signal', costs.stoppableRunTools, 'us CPU'),
    figure("overhead of ai's generateText", costs.generateText, 'us CPU'),
    figure('the same, with a signal', costs.stoppableGenerateText, 'us CPU'),
    figure('overhead of createLoop with fetch', costs.loop, 'us CPU', limit),
    figure("overhead of runTurn with openai's client", costs.runTurn, 'us CPU', limit),
  ];
}
