import { type Host, requireBotId } from '@loadout/core';
import { toCallToolResult } from '../output/format-result.js';
import { requireToolName } from '../require-tool-name.js';
import { HttpProblem } from './problem.js';

/** A request as a route sees it. */
export interface ApiRequest {
  readonly host: Host;
  /** Parts of the path, decoded, by the route's names for them. */
  readonly params: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined for routes without a body. */
  readonly body: unknown;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** An answer; its body is sent as JSON. */
export interface ApiResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One line of the API. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `:name` stands for one part of the path. */
  readonly path: string;
  readonly summary: string;
  readonly handle: (request: ApiRequest) => Promise<ApiResponse>;
}

/** The whole API. POST takes JSON, the others take no body. */
export const routes: readonly Route[] = [
  { method: 'GET', path: '/', summary: 'This list', handle: listRoutes },
  { method: 'GET', path: '/healthz', summary: 'Whether the server is up', handle: checkHealth },
  { method: 'GET', path: '/tools', summary: 'All tools, what was left out, and companions', handle: listTools },
  { method: 'GET', path: '/bots', summary: 'The bots', handle: listBots },
  { method: 'POST', path: '/bots', summary: 'Add a bot: { "id", "displayName"? }', handle: addBot },
  { method: 'GET', path: '/bots/:bot', summary: 'A bot and its loadout', handle: showBot },
  { method: 'DELETE', path: '/bots/:bot', summary: 'Remove a bot with its loadout', handle: removeBot },
  { method: 'PUT', path: '/bots/:bot/tools/:tool', summary: 'Give a tool to a bot', handle: assignTool },
  { method: 'DELETE', path: '/bots/:bot/tools/:tool', summary: 'Take a tool from a bot', handle: unassignTool },
  { method: 'POST', path: '/bots/:bot/calls', summary: 'Call a tool: { "tool", "arguments"? }', handle: callTool },
];

async function listRoutes(): Promise<ApiResponse> {
  return { status: 200, body: { routes: routes.map(({ method, path, summary }) => ({ method, path, summary })) } };
}

async function checkHealth(): Promise<ApiResponse> {
  return { status: 200, body: { status: 'ok' } };
}

async function listTools({ host }: ApiRequest): Promise<ApiResponse> {
  return { status: 200, body: await host.catalogue() };
}

async function listBots({ host }: ApiRequest): Promise<ApiResponse> {
  return { status: 200, body: { bots: await host.bots.list() } };
}

async function addBot({ host, body }: ApiRequest): Promise<ApiResponse> {
  const fields = readFields(body, ['id', 'displayName']);
  const id = requireText(fields, 'id');
  const displayName = fields.displayName === undefined ? undefined : requireText(fields, 'displayName');
  const bot = await host.bots.add({ id, ...(displayName === undefined ? {} : { displayName }) });
  return { status: 201, body: bot, headers: { location: `/bots/${encodeURIComponent(bot.id)}` } };
}

async function showBot({ host, params }: ApiRequest): Promise<ApiResponse> {
  return { status: 200, body: await host.show(requireBotId(params.bot)) };
}

async function removeBot({ host, params }: ApiRequest): Promise<ApiResponse> {
  await host.bots.remove(requireBotId(params.bot));
  return { status: 204 };
}

async function assignTool({ host, params }: ApiRequest): Promise<ApiResponse> {
  return { status: 200, body: { assigned: await host.assign(requireBotId(params.bot), [params.tool ?? '']) } };
}

async function unassignTool({ host, params }: ApiRequest): Promise<ApiResponse> {
  return {
    status: 200,
    body: { unassigned: await host.unassign(requireBotId(params.bot), [requireToolName(params.tool ?? '')]) },
  };
}

/** Each call is a turn of its own. An error of the tool is a result as any other. */
async function callTool({ host, params, body, signal }: ApiRequest): Promise<ApiResponse> {
  const fields = readFields(body, ['tool', 'arguments']);
  const name = requireText(fields, 'tool');
  const turn = await host.startTurn({ bot: requireBotId(params.bot), signal });
  try {
    return { status: 200, body: toCallToolResult(await turn.call({ name, arguments: fields.arguments })) };
  } finally {
    await turn.end();
  }
}

function readFields(body: unknown, known: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new HttpProblem(400, 'The body has to be a JSON object.');
  }
  const unknown = Object.keys(body).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new HttpProblem(
      400,
      `The body has an unknown key ${JSON.stringify(unknown)}; known are ${known.join(', ')}.`,
    );
  }
  return Object.fromEntries(Object.entries(body));
}

function requireText(fields: Readonly<Record<string, unknown>>, key: string): string {
  const value = fields[key];
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new HttpProblem(400, `The body needs ${JSON.stringify(key)}: text that is not blank.`);
}
