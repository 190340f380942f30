import type { ChatEndpoint } from '../chat-endpoint.js';
import { type ApiRequest, type ApiResponse, defineRoute, type Route } from '../route.js';
import { mayReadPaths } from './host.js';

/** What the server says of itself. */
export const aboutRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/healthz',
    operationId: 'checkHealth',
    tag: 'server',
    summary: 'Whether the server is up',
    access: 'anyone',
    responses: { 200: 'Health' },
    handle: async () => ({ status: 200, body: { status: 'ok' } }),
  }),
  defineRoute({
    method: 'GET',
    path: '/readyz',
    operationId: 'checkReadiness',
    tag: 'server',
    summary: 'Whether the server takes requests; 503 while it closes',
    access: 'anyone',
    responses: { 200: 'Health', 503: 'Health' },
    handle: async ({ server }) =>
      server.isReady() ? { status: 200, body: { status: 'ok' } } : { status: 503, body: { status: 'unavailable' } },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1',
    operationId: 'describeApi',
    tag: 'server',
    summary: 'What this is, and who you are',
    access: 'token',
    responses: { 200: 'About' },
    handle: describeApi,
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/openapi.json',
    operationId: 'getOpenApi',
    tag: 'server',
    summary: 'The description of the API (OpenAPI 3.1)',
    access: 'token',
    responses: { 200: 'JsonObject' },
    handle: async ({ server }) => ({ status: 200, body: server.openApi() }),
  }),
];

async function describeApi({ host, caller, server }: ApiRequest<undefined>): Promise<ApiResponse> {
  const { tokenId, name, role, bot, confidence, session } = caller;
  const { startedAt, components, organisation } = await host.describe();
  return {
    status: 200,
    body: {
      name: 'Loadout',
      version: server.version,
      openapi: '/api/v1/openapi.json',
      startedAt,
      chat: server.chat === undefined ? null : describeChat(server.chat),
      // The token of a bot is for its tools alone.
      components: bot === null ? components : [],
      organisation:
        bot !== null || organisation === null ? null : { source: mayReadPaths(caller) ? organisation.place : null },
      you: { name, token: tokenId, role, bot, confidence, session },
    },
  };
}

function describeChat({ api, model, modelProvider }: ChatEndpoint): object {
  return { api, model, provider: modelProvider.id, confidence: modelProvider.confidence };
}
