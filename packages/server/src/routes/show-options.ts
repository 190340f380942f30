import type { ModelApi, ShowOptions } from '@loadout/core';
import type { ApiRequest } from '../route.js';
import { chooseLocale } from './choose-locale.js';

/** As whom a loadout is looked at, as a query says it. */
export interface LoadoutQuery extends Omit<ShowOptions, 'model'> {
  readonly api?: ModelApi;
}

/** The same as the host takes it. */
export function toShowOptions(request: ApiRequest<unknown, LoadoutQuery>): ShowOptions {
  const { caller } = request;
  const { api, ...query } = request.query;
  // The token of a bot sees what its calls would reach; to a role no level is shown as the one that counts.
  const own = caller.bot === null ? {} : { confidence: caller.confidence };
  const model = api === undefined ? {} : { model: { api } };
  return { ...own, ...query, ...model, ...chooseLocale(request) };
}
