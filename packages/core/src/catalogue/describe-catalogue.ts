import type { LeftOutTool, ToolListing } from '../contract/report.js';
import type { SchemaChecker } from '../schema/check-schema.js';
import type { Catalogue } from './catalogue.js';
import type { FrozenDefinition } from './freeze-definition.js';
import type { ListedTool } from './listed-tool.js';
import { localize } from './localized-text.js';

/** The tools of a catalogue for people; those that do not pass the last checks are left out with their reasons. */
export function describeCatalogue(
  catalogue: Catalogue,
  checker: SchemaChecker,
  locale: string,
): { readonly tools: readonly ToolListing[]; readonly leftOut: readonly LeftOutTool[] } {
  const tools: ToolListing[] = [];
  const leftOut: LeftOutTool[] = [...catalogue.leftOut];
  for (const listed of catalogue.tools.values()) {
    const checked = listed.check(checker);
    if ('reason' in checked) {
      const { name, owner } = listed;
      leftOut.push({ name, owner, status: 'quarantined', cause: 'definition', reason: checked.reason });
    } else {
      tools.push(describeTool(listed, checked, locale));
    }
  }
  return { tools, leftOut };
}

function describeTool(listed: ListedTool, { definition, hash }: FrozenDefinition, locale: string): ToolListing {
  const metadata = listed.slot.metadata.get(listed.ownName);
  const icon = definition.icon ?? metadata?.icon;
  return {
    name: listed.name,
    owner: listed.owner,
    label: localize(definition.label ?? metadata?.label, locale, listed.name),
    summary: localize(definition.summary ?? metadata?.summary, locale, ''),
    description: definition.description,
    schema: definition.schema,
    aliases: listed.aliases,
    policy: definition.policy,
    isBuiltIn: listed.owner === 'builtin',
    state: listed.slot.state === 'stale' || listed.slot.isRestored ? 'stale' : 'ready',
    definitionHash: hash,
    ...(icon === undefined ? {} : { icon }),
    ...(listed.name === listed.ownName ? {} : { originalName: listed.ownName }),
  };
}
