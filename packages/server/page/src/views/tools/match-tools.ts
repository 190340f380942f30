import type { ApiSchemas } from '@loadout/server/client';

export type ToolListing = ApiSchemas['Catalogue']['tools'][number];
export type LeftOutTool = ApiSchemas['LeftOutTool'];

/** What is looked for in the catalogue. */
export interface ToolFilter {
  readonly words: string;
  readonly owner: string | undefined;
}

/** Tools that have every word in a name, an alias, the label, the summary or the owner. */
export function matchTools(tools: readonly ToolListing[], { words, owner }: ToolFilter): readonly ToolListing[] {
  const wanted = split(words);
  return tools.filter(
    (tool) =>
      (owner === undefined || tool.owner === owner) &&
      hasAll(wanted, [tool.name, tool.label, tool.summary, tool.owner, tool.originalName ?? '', ...tool.aliases]),
  );
}

/** Definitions that were left out, by the same words. */
export function matchLeftOut(leftOut: readonly LeftOutTool[], filter: ToolFilter): readonly LeftOutTool[] {
  const wanted = split(filter.words);
  return leftOut.filter(
    ({ name, owner }) => (filter.owner === undefined || owner === filter.owner) && hasAll(wanted, [name ?? '', owner]),
  );
}

function split(words: string): readonly string[] {
  return words.toLowerCase().split(/\s+/).filter(Boolean);
}

function hasAll(words: readonly string[], texts: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = texts.join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}
