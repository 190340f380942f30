import type { Decision, Host } from '@loadout/core';
import { didYouMean } from '../config/nearest.js';
import { awaitLists } from './await-lists.js';

/** What may be a slip in a decision that was just made; it holds all the same, because tools come and go. */
export async function findDoubts(host: Host, { kind, value }: Decision): Promise<readonly string[]> {
  if (kind === 'component-defaults' && Array.isArray(value)) return findUnknownNames(host, value.map(String));
  // The host warns itself of a name that is taken, as soon as it merges.
  if (kind === 'expose-as') await host.catalogue();
  return [];
}

async function findUnknownNames(host: Host, names: readonly string[]): Promise<readonly string[]> {
  const listUnknown = async (): Promise<readonly string[]> => {
    const { tools } = await host.catalogue();
    const known = tools.flatMap(({ name, aliases }) => [name, ...aliases]);
    return names
      .filter((name) => !known.includes(name))
      .map((name) => `${name} is no tool at present.${didYouMean(name, known)}`);
  };
  const doubts = await listUnknown();
  // One may not be listed yet.
  return doubts.length > 0 && (await awaitLists(host)) ? listUnknown() : doubts;
}
