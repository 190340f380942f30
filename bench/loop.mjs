// What the loop of a turn costs above a bare one of fetch, next to the tool runners of two others, all against the same
// scripted endpoint: a conversation of three calls, so four requests.
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
    async runTools() {
      const runner = client.chat.completions.runTools({
        model: 'bench',
        messages: [QUESTION],
        tools: [
          {
            type: 'function',
            function: { name, description, parameters: schema, parse: JSON.parse, function: execute },
          },
        ],
      });
      return runner.finalContent();
    },
    async generateText() {
      const { text } = await generateText({
        model,
        messages: [QUESTION],
        tools: { [name]: tool({ description, inputSchema: jsonSchema(schema), execute }) },
        stopWhen: stepCountIs(REQUESTS),
        maxRetries: 0,
      });
      return text;
    },
  };
}

/** CPU microseconds a request above the bare loop: the median of rounds in which all of them ran, in changing order. */
async function measure(contestants) {
  const names = Object.keys(contestants);
  const rounds = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -2; round < ROUNDS; round += 1) {
    const spent = {};
    for (let index = 0; index < names.length; index += 1) {
      const name = names[(index + Math.abs(round)) % names.length];
      const before = process.cpuUsage();
      for (let run = 0; run < CONVERSATIONS; run += 1) await contestants[name]();
      const { user, system } = process.cpuUsage(before);
      spent[name] = (user + system) / (CONVERSATIONS * REQUESTS);
    }
    // The first ones compile.
    if (round < 0) continue;
    for (const name of names) rounds[name].push(name === 'bare' ? spent.bare : spent[name] - spent.bare);
  }
  return Object.fromEntries(names.map((name) => [name, median(rounds[name])]));
}

function report({ bare, loop, runTurn: runner, runTools, generateText: generated }) {
  const limit = Math.round(Math.min(runTools, generated) * MARGIN);
  return [
    figure('floor: bare loop of fetch, a request', bare, 'us CPU'),
    figure("overhead of openai's runTools", runTools, 'us CPU'),
    figure("overhead of ai's generateText", generated, 'us CPU'),
    figure('overhead of createLoop with fetch', loop, 'us CPU', limit),
    figure("overhead of runTurn with openai's client", runner, 'us CPU', limit),
  ];
}
