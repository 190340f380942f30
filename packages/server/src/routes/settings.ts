import type { DecisionKind, JsonValue, LoadoutError } from '@loadout/core';
import { DECISION_KINDS, isLoadoutError } from '@loadout/core';
import { HttpProblem } from '../problem.js';
import { type ApiRequest, defineRoute, type Route } from '../route.js';
import { chooseLocale } from './choose-locale.js';
import { readCondition } from './if-match.js';
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
    isConditional: true,
    responses: { 204: null },
    async handle(request) {
      const { host, params, body, query } = request;
      const options = { ...query, ...readCondition(request.header('if-match')) };
      const set = host.settings.set(param(params, 'tool'), param(params, 'field'), body.value, options);
      await pointingAt(tellingSetting(request, set), () => '/value');
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
    isConditional: true,
    responses: { 200: 'Unset' },
    async handle(request) {
      const { host, params, query } = request;
      const options = { ...query, ...readCondition(request.header('if-match')) };
      const unset = host.settings.unset(param(params, 'tool'), param(params, 'field'), options);
      return { status: 200, body: { wasSet: await tellingSetting(request, unset) } };
    },
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
      isConditional: true,
      responses: { 200: 'Decision' },
      async handle(request) {
        const { host, params, body, query } = request;
        const options = { ...query, ...readCondition(request.header('if-match')) };
        const set = host.decisions.set(readKind(params), params.subject ?? '', body.value, options);
        return { status: 200, body: await pointingAt(tellingDecision(request, set), () => '/value') };
      },
    }),
    defineRoute({
      method: 'DELETE',
      path,
      operationId: `unsetDecision${suffix}`,
      tag: 'decisions',
      summary: `Takes a decision${about} back`,
      access: 'operator',
      isConditional: true,
      responses: { 200: 'Unset' },
      async handle(request) {
        const { host, params } = request;
        const condition = readCondition(request.header('if-match'));
        const unset = host.decisions.unset(readKind(params), params.subject ?? '', condition);
        return { status: 200, body: { wasSet: await tellingDecision(request, unset) } };
      },
    }),
  ];
}

/** Whoever comes too late is told what stands there now. */
async function tellingSetting<Value>(request: ApiRequest<unknown, BotQuery>, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!isLoadoutError(error, 'SETTING_CONFLICT')) throw error;
    const { host, params, query } = request;
    const locale = chooseLocale({ ...request, query: {} });
    const { fields } = await host.settings.explain(param(params, 'tool'), { ...query, ...locale });
    const current = fields.find(({ field }) => field === params.field) ?? null;
    throw createConflict(error, current);
  }
}

async function tellingDecision<Value>({ host }: ApiRequest<unknown, unknown>, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!isLoadoutError(error, 'DECISION_CONFLICT')) throw error;
    const { kind, subject } = error.details;
    const decisions = await host.decisions.list();
    throw createConflict(error, decisions.find((one) => one.kind === kind && one.subject === subject) ?? null);
  }
}

function createConflict({ code, message }: LoadoutError, current: { readonly revision: string } | null): HttpProblem {
  const headers = { etag: `"${current?.revision ?? 'none'}"` };
  return new HttpProblem(412, message, { headers, facts: { code, current } });
}

function readKind(params: Readonly<Record<string, string>>): DecisionKind {
  const stated = param(params, 'kind');
  const kind = DECISION_KINDS.find((one) => one === stated);
  if (kind !== undefined) return kind;
  throw new HttpProblem(404, `There is no such kind of decision; known are ${DECISION_KINDS.join(', ')}.`);
}
