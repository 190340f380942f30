import { type AcceptOwnerOptions, isLoadoutError, type JsonObject, type LoadoutChange } from '@loadout/core';
import { HttpProblem } from '../problem.js';
import { type ApiRequest, type ApiResponse, defineRoute, type Route } from '../route.js';
import { readIfMatch } from './if-match.js';
import { param } from './param.js';
import { escapePointer, pointingAt } from './pointing-at.js';
import { type LoadoutQuery, toShowOptions } from './show-options.js';

interface Placement {
  readonly settingsOverride?: JsonObject | null;
  readonly position?: number;
}

/** Loadouts and owners. */
export const loadoutRoutes: readonly Route[] = [
  defineRoute<undefined, LoadoutQuery>({
    method: 'GET',
    path: '/api/v1/bots/{bot}/loadout',
    operationId: 'getLoadout',
    tag: 'loadouts',
    summary: 'The loadout as a turn started now would have it, with every reason why a tool is withheld',
    access: 'viewer',
    ownBot: true,
    query: 'LoadoutQuery',
    hasRevision: true,
    responses: { 200: 'Loadout' },
    async handle(request) {
      const { host, params } = request;
      const view = await host.show(param(params, 'bot'), toShowOptions(request));
      // How a tool is sent word for word is in the tool array.
      const converted = view.converted.map(({ name, mode, isChanged, remarks }) => ({
        name,
        mode,
        isChanged,
        remarks,
      }));
      return { status: 200, body: { ...view, converted }, headers: { etag: toTag(view.bot.loadoutRevision) } };
    },
  }),
  defineRoute<{ readonly changes: readonly LoadoutChange[] }>({
    method: 'PATCH',
    path: '/api/v1/bots/{bot}/loadout',
    operationId: 'changeLoadout',
    tag: 'loadouts',
    summary: 'Makes changes in their order, all or nothing; answers those that undo them',
    access: 'operator',
    body: 'ChangeLoadoutBody',
    hasRevision: true,
    responses: { 200: 'LoadoutChanged' },
    handle: (request) =>
      pointingAt(change(request, request.body.changes), (field, index) =>
        index === undefined ? undefined : `/changes/${index}/settingsOverride/${escapePointer(field)}`,
      ),
  }),
  defineRoute<Placement>({
    method: 'PUT',
    path: '/api/v1/bots/{bot}/loadout/{tool}',
    operationId: 'assignTool',
    tag: 'loadouts',
    summary: 'Gives a tool to a bot, by name or alias',
    access: 'operator',
    body: 'AssignToolBody',
    isBodyOptional: true,
    hasRevision: true,
    responses: { 200: 'LoadoutChanged' },
    handle: (request) =>
      pointingAt(
        change(request, [{ action: 'assign', tool: param(request.params, 'tool'), ...request.body }]),
        (field) => `/settingsOverride/${escapePointer(field)}`,
      ),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/v1/bots/{bot}/loadout/{tool}',
    operationId: 'unassignTool',
    tag: 'loadouts',
    summary: 'Takes a tool from a bot, by name or alias',
    access: 'operator',
    hasRevision: true,
    responses: { 200: 'LoadoutChanged' },
    handle: (request) => change(request, [{ action: 'unassign', tool: param(request.params, 'tool') }]),
  }),
  defineRoute<{ readonly oldOwner: string; readonly newOwner: string } & AcceptOwnerOptions>({
    method: 'POST',
    path: '/api/v1/owners/accept',
    operationId: 'acceptOwner',
    tag: 'loadouts',
    summary: 'Takes one owner for the one that another was, for every bot',
    access: 'operator',
    body: 'AcceptOwnerBody',
    responses: { 200: 'OwnerAccepted' },
    async handle({ host, body: { oldOwner, newOwner, ...seen } }) {
      try {
        return { status: 200, body: await host.owners.accept(oldOwner, newOwner, seen) };
      } catch (error) {
        throw explainDefinition(error);
      }
    },
  }),
];

async function change(request: ApiRequest, changes: readonly LoadoutChange[]): Promise<ApiResponse> {
  const { host, params } = request;
  const botId = param(params, 'bot');
  const wanted = readIfMatch(request.header('if-match'), 'the ETag of the loadout as it was answered, as in "5"');
  try {
    const ifRevision = wanted === undefined ? undefined : await chooseRevision(request, botId, wanted);
    const changed = await host.changeLoadout(botId, changes, ifRevision === undefined ? {} : { ifRevision });
    return { status: 200, body: changed, headers: { etag: toTag(changed.revision) } };
  } catch (error) {
    if (!isLoadoutError(error, 'LOADOUT_CONFLICT')) throw explainDefinition(error);
    throw await explainConflict(request, botId, error.message);
  }
}

/** What is to be accepted is another one by now: the problem says which. */
function explainDefinition(error: unknown): unknown {
  if (!isLoadoutError(error, 'DEFINITION_CONFLICT')) return error;
  const { code, message, details } = error;
  return new HttpProblem(412, message, { facts: { code, current: details.current ?? null } });
}

/** Of several tags only that of the present revision can fit; a change after this look is found by the host. */
async function chooseRevision(request: ApiRequest, botId: string, wanted: readonly string[]): Promise<number> {
  const bot = await request.host.bots.get(botId);
  // The change says that there is no such bot.
  if (bot === undefined) return 0;
  if (wanted.includes(toTag(bot.loadoutRevision))) return bot.loadoutRevision;
  const sentence = `The loadout has the revision ${bot.loadoutRevision}, which the header If-Match does not name.`;
  throw await explainConflict(request, botId, `${sentence} Read it again, then apply the change.`);
}

async function explainConflict({ host }: ApiRequest, botId: string, message: string): Promise<HttpProblem> {
  const bot = await host.bots.get(botId);
  if (bot === undefined) return new HttpProblem(412, message, { facts: { code: 'LOADOUT_CONFLICT' } });
  const { loadoutRevision: revision } = bot;
  return new HttpProblem(412, message, {
    headers: { etag: toTag(revision) },
    facts: { code: 'LOADOUT_CONFLICT', revision },
  });
}

/** The tag of a loadout's revision. */
export function toTag(revision: number): string {
  return `"${revision}"`;
}
