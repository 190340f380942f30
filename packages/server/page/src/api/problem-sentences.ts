/*
 * What the page says of a problem of the API, in its language: by the place that does not fit, by the code, by the status.
 * The sentences come with the first problem; where they cannot be had, the host's own words stand in.
 */
import type { ApiSchemas } from '@loadout/server/client';
import { getLanguage, type Language } from '../texts/language.js';
import type { ApiProblem } from './problem.js';
import type { ProblemTexts } from './problem-texts.js';

/** Codes whose problem no sentence tells whole: the host's own words stand beside it. */
export const needOwnWords: readonly (string | undefined)[] = [
  'LOADOUT_CHANGE_INVALID',
  'SECRET_UNAVAILABLE',
  'DECISION_INVALID',
  'TOKEN_INVALID',
  'IMPORT_INVALID',
  'TOOL_SETTINGS_INVALID',
  'COMPANION_SETTINGS_INVALID',
  'CONFIGURATION_INVALID',
];

const loaded = new Map<Language, ProblemTexts>();

/** Loads the sentences, so that whoever catches the problem has them. Never throws. */
export async function loadSentences(): Promise<void> {
  const language = getLanguage();
  if (loaded.has(language)) return;
  try {
    const texts =
      language === 'de' ? (await import('./problem-texts.de.js')).german : (await import('./problem-texts.js')).english;
    loaded.set(language, texts);
  } catch {
    // Then it is said as the host said it.
  }
}

/** The sentence for a problem; undefined where there is none. */
export function findSentence({ status, code, places }: ApiProblem): string | undefined {
  const texts = loaded.get(getLanguage());
  if (texts === undefined) return undefined;
  const [place] = places;
  if (place !== undefined && code === undefined) {
    const sentence = findPlaceSentence(place);
    if (sentence !== undefined) return texts.at(place.pointer.slice(1), sentence);
  }
  return (
    (texts.codes as Readonly<Record<string, string>>)[code ?? ''] ??
    (texts.statuses as Readonly<Record<number, string>>)[status]
  );
}

/** What to enter at a place that does not fit; undefined where there is no sentence for its keyword. */
function findPlaceSentence({ keyword, limit }: ApiSchemas['ProblemPlace']): string | undefined {
  const texts = loaded.get(getLanguage());
  if (texts === undefined || keyword === undefined || !Object.hasOwn(texts.places, keyword)) return undefined;
  return texts.places[keyword as keyof ProblemTexts['places']]({ limit }); // it has the key
}
