import type { ApiSchemas } from '@loadout/server/client';
import type { Translated } from '../texts/define-texts.js';
import type { Texts } from './call-texts.js';
import type { Tone } from './status.js';
import type { Texts as PartTexts } from './texts.js';

type Policy = ApiSchemas['ToolPolicy'];

/** What a tool can do, in a sentence, and how much that matters. */
export function describeEffect(
  { readOnly, destructive }: Policy,
  texts: Translated<Texts>,
): { readonly text: string; readonly tone: Tone } {
  if (readOnly) return { text: texts.readsOnly, tone: 'quiet' };
  return destructive ? { text: texts.destroysData, tone: 'bad' } : { text: texts.changesData, tone: 'warning' };
}

/** What a tool can do to data, in a few words beside its name; undefined: it only reads. */
export function nameEffect(
  { changesData, destroysData }: Pick<ApiSchemas['ToolRow'], 'changesData' | 'destroysData'>,
  texts: Translated<PartTexts>,
): string | undefined {
  if (!changesData) return undefined;
  return destroysData ? texts.destroysData : texts.changesData;
}
