import type { CompanionReport, ToolListing } from '@loadout/core';
import { isOwnerOf } from './is-owner-of.js';

/** Whether a companion is there and brings nothing: a mistake of its author's, mostly. */
export function hasNoProvider({ state, providers }: CompanionReport): boolean {
  return state === 'ready' && providers.length === 0;
}

/** How many tools bots can get of it. */
export function countTools({ id }: CompanionReport, tools: readonly ToolListing[]): number {
  return tools.filter(({ owner }) => isOwnerOf(id, owner)).length;
}

/** The newest problem is the one to look at; JSON has all. */
export function describeProblems(companion: CompanionReport): string {
  const { problems } = companion;
  const newest = problems.at(-1);
  const parts = [
    newest === undefined ? '' : `${newest.message} [${newest.code}]`,
    problems.length > 1 ? `(+${problems.length - 1} more: --json)` : '',
    hasNoProvider(companion) && !problems.some(({ code }) => code === 'PROVIDER_REFUSED')
      ? 'It registered no provider: listen to CollectToolProviders and answer it synchronously.'
      : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
