import type { ListedTool } from '../catalogue/listed-tool.js';
import type { ToolVisibility } from '../contract/definition.js';
import { LoadoutError } from '../contract/errors.js';
import { nearestWord } from '../schema/nearest-word.js';

/** The component that the flag `chat` rules. */
const CHAT = 'chat';

/**
 * Whether a tool is made for a component (contract 5.2). Both lists empty: the flags count. Any list non-empty: the flags
 * are ignored, an empty allow list allows all, and the deny list wins.
 */
export function isVisibleIn(visibleIn: ToolVisibility | undefined, component: string): boolean {
  const { chat = true, assistants = true, allowedComponents = [], deniedComponents = [] } = visibleIn ?? {};
  if (allowedComponents.length === 0 && deniedComponents.length === 0) return component === CHAT ? chat : assistants;
  if (deniedComponents.includes(component)) return false;
  return allowedComponents.length === 0 || allowedComponents.includes(component);
}

const reported = new WeakSet<ToolVisibility>();

/**
 * Tells a companion, once for each definition, of components that nobody has and that look like a slip: a denied one would
 * leave the tool where it should not be. Others are those of hosts that it is made for as well.
 */
export function reportSlips(
  listed: ListedTool,
  visibleIn: ToolVisibility | undefined,
  components: ReadonlySet<string>,
): void {
  if (visibleIn === undefined || reported.has(visibleIn)) return;
  reported.add(visibleIn);
  for (const list of ['allowedComponents', 'deniedComponents'] as const) {
    for (const name of visibleIn[list] ?? []) {
      const nearest = components.has(name) ? undefined : nearestWord(name, [...components]);
      if (nearest === undefined) continue;
      const tool = listed.ownName;
      const message = `"${tool}" of ${listed.owner} names the component "${name}" in visibleIn.${list}, and there is none. Did you mean "${nearest}"?`;
      listed.slot.report(new LoadoutError('TOOL_FIELD_UNKNOWN', message, { details: { tool, component: name } }));
    }
  }
}
