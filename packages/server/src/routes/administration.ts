import type { NewAccessToken } from '@loadout/core';
import { defineRoute, type Route } from '../route.js';
import { param } from './param.js';

/** So many changes of an import are told; the rest are counted. The log of changes has all of them. */
const maximumChanges = 1_000;

/** Tokens, and the host as a whole. */
export const administrationRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/v1/tokens',
    operationId: 'listTokens',
    tag: 'tokens',
    summary: 'Tokens, also revoked and expired ones, without their secrets',
    access: 'admin',
    responses: { 200: 'AccessTokenList' },
    handle: async ({ host }) => ({ status: 200, body: { tokens: await host.tokens.list() } }),
  }),
  defineRoute<NewAccessToken>({
    method: 'POST',
    path: '/api/v1/tokens',
    operationId: 'createToken',
    tag: 'tokens',
    summary: 'Makes a token; its secret is in this answer and nowhere else',
    access: 'admin',
    body: 'CreateTokenBody',
    responses: { 201: 'CreatedToken' },
    handle: async ({ host, body }) => ({ status: 201, body: await host.tokens.create(body) }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/v1/tokens/{token}',
    operationId: 'revokeToken',
    tag: 'tokens',
    summary: 'Revokes a token, by its id',
    access: 'admin',
    responses: { 200: 'Revoked' },
    handle: async ({ host, params }) => ({
      status: 200,
      body: { wasValid: await host.tokens.revoke(param(params, 'token')) },
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/export',
    operationId: 'exportHost',
    tag: 'host',
    summary: 'Bots, loadouts, settings and decisions as one document, without secrets',
    access: 'viewer',
    responses: { 200: 'ExportDocument' },
    isLarge: true,
    handle: async ({ host, signal, writeJson }) => ({ status: 200, stream: writeJson(await host.export({ signal })) }),
  }),
  defineRoute<unknown, { readonly dryRun?: boolean }>({
    method: 'POST',
    path: '/api/v1/import',
    operationId: 'importHost',
    tag: 'host',
    summary: 'Makes what a document names as it says, all or nothing',
    access: 'admin',
    query: 'ImportQuery',
    body: 'ImportBody',
    isImport: true,
    responses: { 200: 'ImportReport' },
    async handle({ host, body, query }) {
      const { changes, remarks } = await host.import(body, query);
      return { status: 200, body: { count: changes.length, changes: changes.slice(0, maximumChanges), remarks } };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/findings',
    operationId: 'examineHost',
    tag: 'host',
    summary:
      'What an operator should know of, each with its remedy; whether the database file is whole, loadout doctor says',
    access: 'operator',
    responses: { 200: 'FindingList' },
    handle: async ({ host, signal }) => ({
      status: 200,
      body: { findings: await host.examine({ database: false, signal }) },
    }),
  }),
];
