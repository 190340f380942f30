import type { PortabilityOptions } from '@loadout/core';
import { HttpProblem } from '../problem.js';
import type { ApiRequest } from '../route.js';
import { defineRoute, type Route } from '../route.js';
import { chooseLocale } from './choose-locale.js';
import { param } from './param.js';

/** The catalogue, companions, and definitions that were accepted once. */
export const toolRoutes: readonly Route[] = [
  defineRoute<undefined, { readonly locale?: string }>({
    method: 'GET',
    path: '/api/v1/tools',
    operationId: 'getCatalogue',
    tag: 'tools',
    summary: 'All tools, what was left out and why, and companions',
    access: 'viewer',
    query: 'LocaleQuery',
    responses: { 200: 'Catalogue' },
    handle: async (request) => ({ status: 200, body: await request.host.catalogue(chooseLocale(request)) }),
  }),
  defineRoute<undefined, { readonly locale?: string }>({
    method: 'GET',
    path: '/api/v1/tools/{tool}',
    operationId: 'describeTool',
    tag: 'tools',
    summary: 'One tool, by name or alias, also one that nobody lists at present',
    access: 'viewer',
    query: 'LocaleQuery',
    responses: { 200: 'ToolDescription' },
    handle: async (request) => ({
      status: 200,
      body: await request.host.describeTool(param(request.params, 'tool'), chooseLocale(request)),
    }),
  }),
  defineRoute<undefined, PortabilityOptions>({
    method: 'GET',
    path: '/api/v1/tools/{tool}/portability',
    operationId: 'checkTool',
    tag: 'tools',
    summary: 'How one tool is sent through each model API, and why so',
    access: 'viewer',
    query: 'PortabilityQuery',
    responses: { 200: 'ToolPortability' },
    async handle({ host, params, query }) {
      const [tool] = await host.portability(param(params, 'tool'), query);
      return { status: 200, body: tool };
    },
  }),
  defineRoute<undefined, PortabilityOptions>({
    method: 'GET',
    path: '/api/v1/portability',
    operationId: 'checkTools',
    tag: 'tools',
    summary: 'How all tools are sent through each model API, and why so',
    access: 'viewer',
    query: 'PortabilityQuery',
    responses: { 200: 'PortabilityList' },
    handle: async ({ host, query }) => ({
      status: 200,
      body: { tools: await host.portability(undefined, query) },
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/companions',
    operationId: 'listCompanions',
    tag: 'tools',
    summary: 'Companions and how they are',
    access: 'viewer',
    responses: { 200: 'CompanionList' },
    handle: async (request) => ({ status: 200, body: await listCompanions(request) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/v1/companions/refresh',
    operationId: 'refreshCompanions',
    tag: 'tools',
    summary: 'Asks all lists again; answers when they have answered or failed',
    access: 'operator',
    responses: { 200: 'CompanionList' },
    async handle(request) {
      await request.host.refresh();
      return { status: 200, body: await listCompanions(request) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/v1/companions/{companion}/refresh',
    operationId: 'refreshCompanion',
    tag: 'tools',
    summary: "Asks one companion's lists again",
    access: 'operator',
    responses: { 200: 'CompanionList' },
    async handle(request) {
      await request.host.refresh(param(request.params, 'companion'));
      return { status: 200, body: await listCompanions(request) };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/definitions/{hash}',
    operationId: 'getDefinition',
    tag: 'tools',
    summary: 'A definition that was accepted once, to be compared with the present one',
    access: 'viewer',
    responses: { 200: 'JsonObject' },
    async handle({ host, params }) {
      const definition = await host.definition(param(params, 'hash'));
      if (definition !== undefined) return { status: 200, body: definition };
      throw new HttpProblem(404, 'No definition with this hash was accepted.');
    },
  }),
];

async function listCompanions({ host }: ApiRequest<undefined>): Promise<unknown> {
  return { companions: await host.companions() };
}
