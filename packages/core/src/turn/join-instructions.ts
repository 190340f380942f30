import type { CallableTool } from '../execution/callable-tool.js';
import { cutText } from '../execution/cut-text.js';
import type { OperatorView } from './operator-view.js';

const HEADING = '## How to use your tools';

/** Most characters of what one tool adds. */
const MAX_TEXT_CHARACTERS = 20_000;

/** Most characters of what all add; later tools of the loadout are left out first. */
const MAX_CHARACTERS = 200_000;

const NOTE = 'Further instructions were left out: together they are too long.';

/**
 * What the offered tools add to the system prompt (contract 7.7): in the loadout's order, each text once, under one heading;
 * a built-in's always, another owner's only where the operator allowed that owner. Empty where they add nothing.
 */
export function joinInstructions(tools: Iterable<CallableTool>, view: Pick<OperatorView, 'instructionOwners'>): string {
  const texts = new Set<string>();
  let left = MAX_CHARACTERS;
  for (const { definition, listed } of tools) {
    if (listed.owner !== 'builtin' && !view.instructionOwners.has(listed.owner)) continue;
    const text = definition.systemPromptInstructions?.trim() ?? '';
    if (text === '' || texts.has(text)) continue;
    const kept = text.length > MAX_TEXT_CHARACTERS ? cutText(text, MAX_TEXT_CHARACTERS) : text;
    left -= kept.length;
    if (left < 0) {
      texts.add(NOTE);
      break;
    }
    texts.add(kept);
  }
  return texts.size === 0 ? '' : [HEADING, ...texts].join('\n\n');
}
