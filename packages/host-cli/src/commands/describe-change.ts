import type { Change } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import type { Style } from '../output/style.js';
import { formatValue } from './format-value.js';

/** A change on one line: `+` what is new, `-` what goes, `~` what is different. */
export function describeChange({ action, bot, tool, subject, before, after }: Change, style: Style): string {
  const names = [action, bot, tool, subject].filter((name) => name !== null && name !== '').map((name) => name ?? '');
  const what = names.map(neutraliseLine).join(' ');
  if (before === null) return style.green(after === null ? `+ ${what}` : `+ ${what}: ${formatValue(after)}`);
  if (after === null) return style.red(`- ${what}: ${formatValue(before)}`);
  return style.yellow(`~ ${what}: ${formatValue(before)} -> ${formatValue(after)}`);
}
