import type { ToolVisibility } from '../contract/definition.js';

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
