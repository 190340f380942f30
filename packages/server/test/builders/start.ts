import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { LogEntry } from '@loadout/core';
import { onTestFinished } from 'vitest';
import { type ChatEndpoint, type RunningServer, type ServerLimits, startServer } from '../../src/index.js';
import { type MadeHost, makeHost } from './make-host.js';

export const starterToken = 'the-token-of-the-starter-of-this-server';

export interface Started extends MadeHost {
  readonly server: RunningServer;
  readonly url: string;
  readonly log: readonly LogEntry[];
}

/** What is otherwise than usual. */
export interface StartOptions {
  readonly listen?: string;
  readonly made?: MadeHost;
  readonly publicUrl?: string;
  readonly chat?: ChatEndpoint;
  readonly page?: boolean;
  /** Where the page was built into. Default: where it really was. */
  readonly pageFolder?: string | null;
}

/** A server on a loopback socket. */
export async function start(
  limits: ServerLimits = {},
  { listen = '127.0.0.1', made, pageFolder, ...more }: StartOptions = {},
): Promise<Started> {
  const { host, ...rest } = made ?? (await makeHost());
  const log: LogEntry[] = [];
  const server = await startServer(
    {
      host,
      listen: { host: listen, port: 0 },
      accessToken: starterToken,
      logger: (entry) => void log.push(entry),
      limits,
      ...more,
    },
    pageFolder === undefined ? {} : { pageFolder },
  );
  onTestFinished(() => server.close());
  return { host, ...rest, server, url: server.url, log };
}

/** A request as it is, whatever its headers say: `fetch` would correct some. */
export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Default: the starter's. Null: none. */
  readonly token?: string | null;
}

/** What came back. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** Sends one request on a connection of its own. A body is JSON unless its headers say otherwise. */
export async function send(url: string, sent: Sent = {}): Promise<Received> {
  const response = await open(url, sent);
  const content = await text(response);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: content === '' ? undefined : JSON.parse(content),
  };
}

/** Answers as soon as the head is there. */
export function open(
  url: string,
  { method = 'GET', path = '/api/v1', headers = {}, body, token = starterToken }: Sent = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const own: Record<string, string> = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    };
    const sent = request(new URL(url), { method, path, headers: { ...own, ...headers }, agent: false }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The first answer of this status that a connection gives to what was written to it: from its status on. */
export async function readAnswer(socket: Socket, status: number): Promise<string> {
  let all = '';
  for await (const chunk of socket) {
    all += String(chunk);
    const answers = all.split(/^HTTP\/1\.1 (?=\d)/m);
    const answer = answers.find((one) => one.startsWith(`${status} `)) ?? '';
    const length = Number(/^content-length: (\d+)\r$/im.exec(answer)?.[1] ?? Number.NaN);
    if (answer.split('\r\n\r\n')[1]?.length === length) return answer;
  }
  throw new Error(`No answer has the status ${status}: ${all}`);
}

/** One event of a stream. */
export interface ReadEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: unknown;
}

/** Reads a stream event by event. */
export class EventReader {
  readonly #response: IncomingMessage;
  readonly #events: ReadEvent[] = [];
  #waiting: (() => void) | undefined;
  #rest = '';
  /** How many comments came. */
  pings = 0;
  /** Resolves when the stream is over, however it ended. */
  readonly ended: Promise<void>;

  constructor(response: IncomingMessage) {
    this.#response = response;
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => this.#take(chunk));
    this.ended = new Promise((resolve) => response.on('close', () => resolve()));
    response.on('error', () => {});
    response.on('close', () => this.#waiting?.());
    onTestFinished(() => void response.destroy());
  }

  /** The next event; undefined after the last. */
  async next(): Promise<ReadEvent | undefined> {
    while (this.#events.length === 0 && !this.#response.closed) {
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
    return this.#events.shift();
  }

  close(): void {
    this.#response.destroy();
  }

  #take(chunk: string): void {
    const blocks = (this.#rest + chunk).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      if (block.startsWith(':')) this.pings += 1;
      else {
        this.#events.push({
          event: fields.get('event') ?? '',
          id: fields.get('id'),
          data: JSON.parse(fields.get('data') ?? 'null'),
        });
      }
    }
    this.#waiting?.();
  }
}

/** Opens a stream. */
export async function openEvents(url: string, path: string, sent: Sent = {}): Promise<EventReader> {
  return new EventReader(await open(url, { ...sent, path }));
}
