import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** What the model of a test answers. */
export type Answer =
  | { readonly text: string }
  | { readonly call: string; readonly arguments?: object }
  | { readonly status: number; readonly message: string }
  | 'hang';

/** One request as it arrived. */
export interface Received {
  readonly key: string | undefined;
  readonly body: Readonly<Record<string, unknown>> & { readonly messages: readonly Record<string, unknown>[] };
}

/** A loopback service that speaks Chat Completions and gives one answer after another. */
export interface ModelServer {
  readonly baseUrl: string;
  readonly received: readonly Received[];
}

/** Starts a service that is closed when the test has finished. */
export async function startModelServer(answers: readonly Answer[]): Promise<ModelServer> {
  const received: Received[] = [];
  const left = [...answers];
  const server = createServer(async (request, response) => {
    received.push({ key: request.headers.authorization, body: JSON.parse(await readAll(request)) });
    const answer = left.shift() ?? { text: 'nothing was scripted for this request' };
    if (answer !== 'hang') send(answer, { request, response, body: received.at(-1)?.body, number: received.length });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { baseUrl: `http://127.0.0.1:${port}/v1`, received };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Received['body'] | undefined;
  readonly number: number;
}

function send(answer: Exclude<Answer, 'hang'>, { response, body, number }: Exchange): void {
  if ('status' in answer) {
    response.writeHead(answer.status, { 'content-type': 'application/json', 'x-should-retry': 'false' });
    response.end(JSON.stringify({ error: { message: answer.message, type: 'error' } }));
    return;
  }
  const call = 'call' in answer ? { name: answer.call, arguments: JSON.stringify(answer.arguments ?? {}) } : undefined;
  const base = { id: `chatcmpl-${number}`, created: 1_700_000_000, model: 'test' };
  const finish = call === undefined ? 'stop' : 'tool_calls';
  const toolCall = { id: `call_${number}`, type: 'function', function: call };
  const content = 'text' in answer ? answer.text : null;
  if (body?.stream !== true) {
    const message = {
      role: 'assistant',
      content,
      refusal: null,
      ...(call === undefined ? {} : { tool_calls: [toolCall] }),
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    const choices = [{ index: 0, message, finish_reason: finish, logprobs: null }];
    response.end(JSON.stringify({ ...base, object: 'chat.completion', choices }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = (delta: object, reason: string | null = null): void => {
    const choices = [{ index: 0, delta, finish_reason: reason }];
    response.write(`data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices })}\n\n`);
  };
  chunk({ role: 'assistant', content: content === null ? null : '' });
  // Unit by unit: characters come apart, as they do with services that stream tokens.
  for (const unit of (content ?? '').split('')) chunk({ content: unit });
  if (call !== undefined) chunk({ tool_calls: [{ index: 0, ...toolCall }] });
  chunk({}, finish);
  response.end('data: [DONE]\n\n');
}
