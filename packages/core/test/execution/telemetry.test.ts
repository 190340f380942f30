import { AsyncLocalStorage } from 'node:async_hooks';
import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterEach, expect, test } from 'vitest';
import { openHost } from '../builders/turn-builders.js';

afterEach(() => {
  trace.disable();
  context.disable();
});

const tools = {
  ping: () => 'pong',
  async nest() {
    await Promise.resolve();
    trace.getTracer('test').startSpan('request').end();
    return 'ok';
  },
  fail() {
    throw new Error('no luck');
  },
};

test('each tool that runs has a span by the GenAI conventions, without its arguments and results', async () => {
  const exporter = registerSdk();
  const { startTurn } = await openHost({ tools });
  const turn = await startTurn({ conversation: { id: 'room-1' } });
  await turn.call({ id: 'one', name: 'ping', arguments: { word: 'xyzzy' } });
  await turn.call({ name: 'fail' });
  await turn.call({ name: 'nowhere' });
  const [ping, fail, ...others] = exporter.getFinishedSpans();
  expect(others).toEqual([]);
  expect(ping).toMatchObject({
    name: 'execute_tool ping',
    kind: SpanKind.INTERNAL,
    status: { code: SpanStatusCode.UNSET },
  });
  expect(ping?.attributes).toEqual({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'ping',
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': 'one',
    'gen_ai.tool.description': expect.any(String),
    'gen_ai.agent.id': 'bot-a',
    'gen_ai.agent.name': 'Bot bot-a',
    'gen_ai.conversation.id': 'room-1',
    'loadout.tool.owner': '@acme/tools',
    'loadout.turn.id': turn.id,
    'loadout.call.status': 'SUCCESS',
    'loadout.call.executed': 'yes',
  });
  expect(fail).toMatchObject({ name: 'execute_tool fail', status: { code: SpanStatusCode.ERROR } });
  expect(fail?.attributes['error.type']).toBe('ERROR');
});

test("a tool's own spans stand below the span of its call, and that one below the embedder's", async () => {
  const exporter = registerSdk();
  const { startTurn } = await openHost({ tools });
  const turn = await startTurn();
  const outer: Span = trace.getTracer('test').startSpan('turn');
  await context.with(trace.setSpan(context.active(), outer), () => turn.call({ name: 'nest' }));
  const spans = exporter.getFinishedSpans();
  const call = spans.find(({ name }) => name === 'execute_tool nest');
  const request = spans.find(({ name }) => name === 'request');
  expect(request?.parentSpanContext?.spanId).toBe(call?.spanContext().spanId);
  expect(call?.parentSpanContext?.spanId).toBe(outer.spanContext().spanId);
});

test('an SDK that throws fails no call, and one that comes later is used from then on', async () => {
  const { startTurn } = await openHost({ tools });
  const turn = await startTurn();
  const broken = (): never => {
    throw new Error('broken SDK');
  };
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan: broken, startActiveSpan: broken }) });
  await turn.call({ name: 'ping' });
  expect((await turn.call({ name: 'ping' })).status).toBe('SUCCESS');
  trace.disable();
  const exporter = registerSdk();
  // The first call may only find that there is one by now.
  await turn.call({ name: 'ping' });
  await turn.call({ name: 'ping', arguments: { again: true } });
  expect(exporter.getFinishedSpans().length).toBeGreaterThan(0);
});

/** An SDK of this test alone, with the real tracer and spans. */
function registerSdk(): InMemorySpanExporter {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  const storage = new AsyncLocalStorage<ReturnType<typeof context.active>>();
  const root = context.active();
  context.setGlobalContextManager({
    active: () => storage.getStore() ?? root,
    with: (given, work, self, ...args) => storage.run(given, () => work.apply(self as never, args)),
    bind: (_given, target) => target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  });
  return exporter;
}
