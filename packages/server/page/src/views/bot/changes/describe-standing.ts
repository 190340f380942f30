import type { Translated } from '../../../texts/define-texts.js';
import type { Applied, Standing } from './mine.js';
import { placeTools } from './place-tools.js';
import type { Texts } from './texts.js';

/** How a tool stands in a loadout, and how it would with what is wanted here, in words. Owner and definition only where they differ. */
export function describeBoth(
  { tool, applied }: { readonly tool: string; readonly applied: Applied },
  now: ReadonlyMap<string, Standing>,
  texts: Translated<Texts>,
): { readonly theirs: string; readonly mine: string } {
  const theirs = now.get(tool);
  const mine = applied.after;
  const isOther = (fact: 'owner' | 'definitionHash'): boolean =>
    theirs !== undefined && mine !== null && mine[fact] !== undefined && mine[fact] !== theirs[fact];
  const hasOwn = (theirs?.settingsOverride ?? mine?.settingsOverride ?? null) !== null;
  const places = new Map([...now].map(([name, { position }]) => [name, position]));
  const last = Math.max(0, ...places.values());
  const describe = (standing: Partial<Standing> | null, position: number, definition: string): string => {
    if (standing === null) return texts.isOff;
    const after = placeTools(places, [{ tool, position }]);
    const place = [...after.values()].filter((other) => other <= position).length;
    return [
      texts.isOn,
      texts.place(place, after.size),
      hasOwn && writeOwn(standing.settingsOverride ?? null, texts),
      isOther('owner') && texts.from(standing.owner ?? ''),
      (isOther('definitionHash') || isAccept(applied)) && definition,
    ]
      .filter((part) => part !== false)
      .join(', ');
  };
  const present = theirs?.position ?? last + 1;
  return {
    theirs: describe(theirs ?? null, present, isAccept(applied) ? texts.otherDefinition : texts.newDefinition),
    mine: describe(mine, mine?.position ?? present, isAccept(applied) ? texts.newDefinition : texts.otherDefinition),
  };
}

/** Own settings by field; undefined: there are none. */
export function writeFields(override: Standing['settingsOverride'] | undefined): string | undefined {
  const fields = Object.entries(override ?? {}).map(([field, value]) => `${field}: ${JSON.stringify(value)}`);
  return fields.length === 0 ? undefined : fields.join(', ');
}

function writeOwn(override: Standing['settingsOverride'], texts: Translated<Texts>): string {
  const fields = writeFields(override);
  return fields === undefined ? texts.noOwnSettings : texts.ownSettings(fields);
}

function isAccept({ changes }: Applied): boolean {
  return changes.some(({ action }) => action === 'accept');
}
