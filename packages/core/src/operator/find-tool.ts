import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { localize } from '../catalogue/localized-text.js';
import type { ProviderSlot } from '../companions/provider-slot.js';
import type { SchemaChecker } from '../schema/check-schema.js';
import { type KnownTools, unknownTool } from './known-tools.js';

/** A tool as an assignment remembers it. */
export interface FoundTool {
  /** The canonical name. */
  readonly toolName: string;
  readonly owner: string;
  readonly label: string;
  readonly definitionHash: string | null;
  /** Absent where the owner recognised the name without listing it, or the definition is quarantined. */
  readonly definition: FrozenDefinition['definition'] | undefined;
}

/** A listed tool by name or alias, or one that its provider still knows while it is off. Throws `TOOL_UNKNOWN`. */
export async function findTool(tools: KnownTools, name: string): Promise<FoundTool> {
  const { catalogue, checker } = tools;
  const listed = catalogue.find(name);
  if (listed !== undefined) return describeListed(listed, checker);
  // An alias of a tool that is off is that tool, for as long as its list is remembered.
  for (const toolName of new Set([catalogue.canonicalName(name), name])) {
    const slot = await findRecogniser(tools, toolName);
    if (slot === undefined) continue;
    const ownName = catalogue.ownName(slot.owner, toolName);
    const label = localize(slot.metadata.get(ownName)?.label, 'en', toolName);
    return { toolName, owner: slot.owner, label, definitionHash: null, definition: undefined };
  }
  throw unknownTool(name, catalogue);
}

/** What an assignment of a listed tool remembers. */
export function describeListed(listed: ListedTool, checker: SchemaChecker): FoundTool {
  const checked = listed.check(checker);
  const definition = 'reason' in checked ? undefined : checked.definition;
  const label = definition?.label ?? listed.slot.metadata.get(listed.ownName)?.label;
  return {
    toolName: listed.name,
    owner: listed.owner,
    label: localize(label, 'en', listed.name),
    definitionHash: 'reason' in checked ? null : checked.hash,
    definition,
  };
}

async function findRecogniser({ roster, catalogue }: KnownTools, name: string): Promise<ProviderSlot | undefined> {
  const labelled = catalogue.slots.find(
    ({ owner, metadata }) => metadata.has(catalogue.ownName(owner, name)) && catalogue.mayRecognise(owner, name),
  );
  if (labelled !== undefined) return labelled;
  for (const [index, slot] of roster.slots.entries()) {
    const source = roster.sources[index];
    if (source === undefined || !catalogue.mayRecognise(slot.owner, name)) continue;
    try {
      const provider = await slot.instance(source);
      if (await provider.provides(catalogue.ownName(slot.owner, name))) return slot;
    } catch {
      // Among the companion's problems already; the next provider is asked.
    }
  }
  return undefined;
}
