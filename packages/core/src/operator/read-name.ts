import { describeValue } from '../catalogue/describe-value.js';
import { hasHiddenCharacters, removeHiddenCharacters } from '../catalogue/hidden-characters.js';

/*
 * Names that people give to bots and tokens, and those of people who act: one line that shows all that it has, by the
 * rule that texts of tools are held to; but joiners stay, which Persian and emojis of professions are written with.
 */

/** Most characters of a name. */
export const MAX_NAME_CHARACTERS = 200;

const controls = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Zero-width non-joiner and joiner. */
const joiners = /([\u200C\u200D]+)/u;

/** What is wrong with a name, as the rest of a sentence. */
export function findNameProblem(name: unknown): string | undefined {
  if (typeof name !== 'string' || isBlank(name) || name.length > MAX_NAME_CHARACTERS) {
    const came = typeof name === 'string' && name.length > MAX_NAME_CHARACTERS ? `has ${name.length}` : undefined;
    return `has to be a text of 1 to ${MAX_NAME_CHARACTERS} characters that is not blank, but ${came ?? `is ${describeValue(name)}`}.`;
  }
  const found = [...name].find((character) => controls.test(character)) ?? findHidden(name);
  if (found === undefined) return undefined;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `has the character U+${code}, which people do not see. Remove it.`;
}

/** A name that comes from elsewhere and is only shown: without what people do not see, and not too long. */
export function cleanName(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_NAME_CHARACTERS);
  const parts = line.split(joiners).map((part) => (joiners.test(part) ? part : removeHiddenCharacters(part).text));
  const cleaned = parts.join('').trim();
  return isBlank(cleaned) ? '' : cleaned;
}

function isBlank(name: string): boolean {
  return name.split(joiners).every((part) => part.trim() === '' || joiners.test(part));
}

function findHidden(nameWithJoiners: string): string | undefined {
  const name = nameWithJoiners
    .split(joiners)
    .filter((part) => !joiners.test(part))
    .join('');
  if (!hasHiddenCharacters(name)) return undefined;
  // A variation selector is one by what it stands behind; then the name as a whole says so.
  return [...name].find((character) => hasHiddenCharacters(character)) ?? '\uFE0F';
}
