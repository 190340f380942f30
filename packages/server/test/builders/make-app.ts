import type { LogEntry } from '@loadout/core';
import { type ApiClient, createClient } from '../../src/client.js';
import { type App, createApp, type ServerLimits } from '../../src/index.js';
import { type MadeHost, makeHost } from './make-host.js';
import { scriptModel } from './scripted-model.js';

/** Who may ask. */
export const identities = ['anonymous', 'viewer', 'operator', 'admin', 'starter', 'demo', 'other'] as const;

export type Identity = (typeof identities)[number];

export interface MadeApp extends MadeHost {
  readonly app: App;
  readonly secrets: Readonly<Record<Exclude<Identity, 'anonymous'>, string>>;
  readonly log: readonly LogEntry[];
  /** A request by somebody; a body is sent as JSON. */
  send(identity: Identity, method: string, path: string, more?: Sent): Promise<Response>;
  /** Signs somebody in, as the page does; answers the header with the cookie. */
  signIn(identity: Exclude<Identity, 'anonymous'>): Promise<string>;
  /** A typed client of somebody. */
  client(identity: Exclude<Identity, 'anonymous'>): ApiClient;
}

export interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The API of a host, without a socket, and a token for each identity. */
export async function makeApp(limits: ServerLimits = {}, given?: MadeHost): Promise<MadeApp> {
  const made = given ?? (await makeHost());
  const log: LogEntry[] = [];
  const starter = 'the-token-of-the-starter-of-this-server';
  const app = createApp({
    host: made.host,
    accessToken: starter,
    logger: (entry) => void log.push(entry),
    limits,
    version: '1.2.3',
    chat: scriptModel().chat,
  });
  const secrets = { ...(await makeTokens(made)), starter };
  const send = async (identity: Identity, method: string, path: string, { body, headers = {} }: Sent = {}) =>
    app.request(path, {
      method,
      headers: {
        ...(identity === 'anonymous' ? {} : { authorization: `Bearer ${secrets[identity]}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const client: MadeApp['client'] = (identity) =>
    createClient({
      baseUrl: 'http://localhost',
      token: secrets[identity],
      fetch: (request) => app.request(request),
    });
  const signIn: MadeApp['signIn'] = async (identity) => {
    const response = await send('anonymous', 'POST', '/api/v1/session', { body: { token: secrets[identity] } });
    return cookieOf(response);
  };
  return { ...made, app, secrets, log, send, signIn, client };
}

/** The cookie that an answer sets, as a browser sends it back. */
export function cookieOf(response: Pick<Response, 'headers'>): string {
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

/** A token for each role, and one for each bot. */
export async function makeTokens({
  host,
}: Pick<MadeHost, 'host'>): Promise<Record<'viewer' | 'operator' | 'admin' | 'demo' | 'other', string>> {
  const create = async (name: string, grant: object): Promise<string> =>
    (await host.tokens.create({ name, ...grant })).secret;
  return {
    viewer: await create('viewer', { role: 'viewer' }),
    operator: await create('operator', { role: 'operator' }),
    admin: await create('admin', { role: 'admin' }),
    demo: await create('demo', { bot: 'demo', confidence: 'MEDIUM' }),
    other: await create('other', { bot: 'other' }),
  };
}
