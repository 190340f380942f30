import type { PaletteAction, PaletteGroup } from './use-palette-actions.js';

/** The first of those that match, in their groups: by what they are called before by what they are. */
export function findActions(groups: readonly PaletteGroup[], query: string, most: number): readonly PaletteGroup[] {
  const wanted = query.trim().toLowerCase();
  const isIn = (text: string | undefined): boolean => text?.toLowerCase().includes(wanted) === true;
  const all = groups.flatMap(({ group, actions }) => actions.map((action) => ({ group, action })));
  const named = all.filter(({ action }) => isIn(action.label));
  const described = all.filter(({ action }) => !isIn(action.label) && isIn(action.description));
  const found = new Map<string, PaletteAction[]>();
  for (const { group, action } of [...named, ...described].slice(0, most)) {
    found.set(group, [...(found.get(group) ?? []), action]);
  }
  return [...found].map(([group, actions]) => ({ group, actions }));
}
