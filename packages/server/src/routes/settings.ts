import type { DecisionKind, JsonValue } from '@loadout/core';
import { DECISION_KINDS } from '@loadout/core';
import { HttpProblem } from '../problem.js';
import { defineRoute, type Route } from '../route.js';
import { chooseLocale } from './choose-locale.js';
import { param } from './param.js';
import { pointingAt } from './pointing-at.js';

interface ValueBody {
  readonly value: JsonValue;
}

interface BotQuery {
  readonly bot?: string;
}

/** Settings of tools, and what is decided for the whole host. */
export const settingsRoutes: readonly Route[] = [
  defineRoute<undefined, { readonly bot?: string; readonly locale?: string }>({
    method: 'GET',
    path: '/api/v1/tools/{tool}/settings',
    operationId: 'explainSettings',
    tag: 'settings',
    summary: 'Each field with the layers that say something of it',
    access: 'viewer',
    query: 'SettingsQuery',
    responses: { 200: 'Settings' },
    handle: async (request) => ({
      status: 200,
      body: await request.host.settings.explain(param(request.params, 'tool'), {
        ...request.query,
        ...chooseLocale(request),
      }),
    }),
  }),
  defineRoute<ValueBody, BotQuery>({
    method: 'PUT',
    path: '/api/v1/tools/{tool}/settings/{field}',
    operationId: 'setSetting',
    tag: 'settings',
    summary: "The operator's value of a field, or a bot's own; a secret is set so and never answered",
    access: 'operator',
    query: 'SettingQuery',
    body: 'SetSettingBody',
    responses: { 204: null },
    async handle({ host, params, body, query }) {
      const set = host.settings.set(param(params, 'tool'), param(params, 'field'), body.value, query);
      await pointingAt(set, () => '/value');
      return { status: 204 };
    },
  }),
  defineRoute<undefined, BotQuery>({
    method: 'DELETE',
    path: '/api/v1/tools/{tool}/settings/{field}',
    operationId: 'unsetSetting',
    tag: 'settings',
    summary: "Removes the operator's value of a field, or a bot's own",
    access: 'operator',
    query: 'SettingQuery',
    responses: { 200: 'Unset' },
    handle: async ({ host, params, query }) => ({
      status: 200,
      body: { wasSet: await host.settings.unset(param(params, 'tool'), param(params, 'field'), query) },
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/decisions',
    operationId: 'listDecisions',
    tag: 'decisions',
    summary: 'What is decided for the whole host',
    access: 'viewer',
    responses: { 200: 'DecisionList' },
    handle: async ({ host }) => ({ status: 200, body: { decisions: await host.decisions.list() } }),
  }),
  ...(['/api/v1/decisions/{kind}', '/api/v1/decisions/{kind}/{subject}'] as const).flatMap(decisionRoutes),
];

/** Kinds without a subject have no part for it in the path. */
function decisionRoutes(path: string): readonly Route[] {
  const hasSubject = path.endsWith('{subject}');
  const about = hasSubject ? ' about one subject' : '';
  const suffix = hasSubject ? 'About' : '';
  return [
    defineRoute<ValueBody, { readonly dryRun?: boolean }>({
      method: 'PUT',
      path,
      operationId: `setDecision${suffix}`,
      tag: 'decisions',
      summary: `Decides something${about}`,
      access: 'operator',
      query: 'SetDecisionQuery',
      body: 'SetDecisionBody',
      responses: { 200: 'Decision' },
      handle: async ({ host, params, body, query }) => ({
        status: 200,
        body: await pointingAt(
          host.decisions.set(readKind(params), params.subject ?? '', body.value, query),
          () => '/value',
        ),
      }),
    }),
    defineRoute({
      method: 'DELETE',
      path,
      operationId: `unsetDecision${suffix}`,
      tag: 'decisions',
      summary: `Takes a decision${about} back`,
      access: 'operator',
      responses: { 200: 'Unset' },
      handle: async ({ host, params }) => ({
        status: 200,
        body: { wasSet: await host.decisions.unset(readKind(params), params.subject ?? '') },
      }),
    }),
  ];
}

function readKind(params: Readonly<Record<string, string>>): DecisionKind {
  const stated = param(params, 'kind');
  const kind = DECISION_KINDS.find((one) => one === stated);
  if (kind !== undefined) return kind;
  throw new HttpProblem(404, `There is no such kind of decision; known are ${DECISION_KINDS.join(', ')}.`);
}
