import { MAX_ICON_CHARACTERS, MAX_LOCALES, MAX_TEXT_CHARACTERS } from '../companions/read-metadata.js';
import { CONFIDENCE_LEVELS, isConfidenceLevel } from '../contract/confidence.js';
import type { ToolDefinition, ToolVisibility } from '../contract/definition.js';
import { suggestWord } from '../schema/nearest-word.js';
import { isLocalizedText } from '../settings/is-localized-text.js';
import { parseSettingsSchema } from '../settings/settings-schema.js';
import { findBlankProblem, findDescriptionProblem, findRootProblem, readAliases } from './check-definition.js';
import { findPolicyProblem } from './check-policy.js';
import { describeValue } from './describe-value.js';

/** Finds the sentence that says what is wrong with a field. */
type Check = (value: unknown, field: keyof ToolDefinition) => string | undefined;

const text: Check = (value, field) => (typeof value === 'string' ? undefined : expected('a text', field, value));
const localized: Check = (value, field) => {
  if (!isLocalizedText(value)) return expected('a text, or one text for each locale', field, value);
  const texts = typeof value === 'string' ? [value] : Object.values(value);
  if (texts.length > MAX_LOCALES) return tooMany('locales', texts.length, MAX_LOCALES, field);
  const longest = texts.find(({ length }) => length > MAX_TEXT_CHARACTERS);
  return longest && tooMany('characters', longest.length, MAX_TEXT_CHARACTERS, field);
};
const textList: Check = (value, field) => (isTextList(value) ? undefined : expected('a list of names', field, value));

/** Every field of a definition, in the order in which the host keeps them (contract 1.7). */
export const fieldChecks: Readonly<Record<keyof ToolDefinition, Check>> = {
  name: text,
  description: (value) => findDescriptionProblem(value) ?? findBlankProblem(String(value)),
  schema: (value) => findRootProblem('schema', value),
  outputSchema: (value) => findRootProblem('outputSchema', value),
  policy: findPolicyProblem,
  label: localized,
  summary: localized,
  icon: findIconProblem,
  aliases: (value) => {
    const aliases = readAliases(value);
    return typeof aliases === 'string' ? aliases : undefined;
  },
  visibleIn: findVisibilityProblem,
  settingsSchema: (value) => {
    const parsed = parseSettingsSchema(value);
    return 'reason' in parsed ? `settingsSchema${parsed.pointer}: ${parsed.reason}` : undefined;
  },
  systemPromptInstructions: text,
  sensitiveArguments: textList,
  minimumConfidence: (value, field) => {
    if (isConfidenceLevel(value)) return undefined;
    return expected(`one of ${Object.keys(CONFIDENCE_LEVELS).join(', ')}`, field, value);
  },
};

const visibilityFlags: readonly string[] = ['chat', 'assistants'] satisfies (keyof ToolVisibility)[];
const visibilityLists: readonly string[] = ['allowedComponents', 'deniedComponents'] satisfies (keyof ToolVisibility)[];

function findVisibilityProblem(value: unknown, field: keyof ToolDefinition): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return expected('an object', field, value);
  for (const [name, entry] of Object.entries(value)) {
    if (visibilityFlags.includes(name)) {
      if (typeof entry !== 'boolean') return expected('true or false', `${field}.${name}`, entry);
    } else if (visibilityLists.includes(name)) {
      if (!isTextList(entry)) return expected('a list of names of components', `${field}.${name}`, entry);
    } else {
      const suggestion = suggestWord(name, [...visibilityFlags, ...visibilityLists]);
      return `its visibleIn has the unknown field ${describeValue(name)}. ${suggestion}`;
    }
  }
  return undefined;
}

/** A name out of a set of icons, an emoji, or a picture in a `data:` URI; no address that a page would ask. */
function findIconProblem(value: unknown, field: keyof ToolDefinition): string | undefined {
  const isIcon = typeof value === 'string' && (/^data:image\//.test(value) || iconName.test(value));
  if (!isIcon) return expected('the name of an icon, or a "data:image/…" URI', field, value);
  const { length } = value;
  return length > MAX_ICON_CHARACTERS ? tooMany('characters', length, MAX_ICON_CHARACTERS, field) : undefined;
}

const iconName = /^[\p{L}\p{N}\p{Extended_Pictographic}\p{Emoji_Component}_.:-]{1,64}$/u;

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string' && entry !== '');
}

function expected(what: string, field: string, value: unknown): string {
  return `its ${field} has to be ${what}, but is ${describeValue(value)}.`;
}

function tooMany(what: string, count: number, most: number, field: string): string {
  return `its ${field} has ${count} ${what}; ${most} are the most. Shorten it.`;
}
