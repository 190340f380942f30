import type { ToolMetadata } from '../contract/definition.js';
import type { LocalizedText } from '../contract/json.js';
import { silence } from './guard.js';

/** More names than this in one answer are taken for a mistake; the rest is not read. */
const MAX_NAMES = 100_000;

/** The most that a label or a summary has in one language, and the most languages. What `getToolMetadata` answers is cut. */
export const MAX_TEXT_CHARACTERS = 2_000;
export const MAX_LOCALES = 100;

/** A picture in a `data:` URI has to fit; a larger one is left out. */
export const MAX_ICON_CHARACTERS = 100_000;

/**
 * Copies the answer of `getToolMetadata` into plain, frozen data. A single broken entry is left out;
 * undefined when the whole is no object.
 */
export function readMetadata(answer: unknown): ReadonlyMap<string, ToolMetadata> | undefined {
  const metadata = new Map<string, ToolMetadata>();
  if (answer === undefined || answer === null) return metadata;
  if (typeof answer !== 'object' || Array.isArray(answer)) return undefined;
  const record = answer as Record<string, unknown>;
  for (const name of Object.keys(record).slice(0, MAX_NAMES)) {
    const entry = readEntry(record, name);
    if (entry !== undefined) metadata.set(name, entry);
  }
  return metadata;
}

function readEntry(record: Record<string, unknown>, name: string): ToolMetadata | undefined {
  try {
    const entry = record[name];
    silence(entry);
    if (typeof entry !== 'object' || entry === null) return undefined;
    const { label, summary, icon } = entry as Record<string, unknown>;
    const labelText = readText(label);
    const summaryText = readText(summary);
    return Object.freeze({
      ...(labelText === undefined ? {} : { label: labelText }),
      ...(summaryText === undefined ? {} : { summary: summaryText }),
      ...(typeof icon === 'string' && icon.length <= MAX_ICON_CHARACTERS ? { icon } : {}),
    });
  } catch {
    return undefined;
  }
}

function readText(value: unknown): LocalizedText | undefined {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_CHARACTERS);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.keys(value)
    .slice(0, MAX_LOCALES)
    .map((locale): [string, unknown] => [locale, (value as Record<string, unknown>)[locale]])
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([locale, text]) => [locale, text.slice(0, MAX_TEXT_CHARACTERS)] as const);
  return entries.length === 0 ? undefined : Object.freeze(Object.fromEntries(entries));
}
