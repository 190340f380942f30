import { TOOL_NAME_PATTERN, type ToolDefinition } from '../contract/definition.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import { JsonCopier } from '../schema/copy-json.js';
import { readMetadata } from './read-metadata.js';

/*
 * One tool as a snapshot keeps it: the whole definition as plain JSON, or, where that cannot be had, its name, so
 * that nobody else takes the name. An entry that has neither description nor schema is a name.
 */

const MAX_ALIASES = 100;
const noAliases: readonly string[] = Object.freeze([]);

/** All that the host reads of a definition, in the order in which it is kept. */
const fields = Object.keys({
  name: true,
  description: true,
  schema: true,
  outputSchema: true,
  policy: true,
  label: true,
  summary: true,
  icon: true,
  aliases: true,
  visibleIn: true,
  settingsSchema: true,
  systemPromptInstructions: true,
  sensitiveArguments: true,
  minimumConfidence: true,
} satisfies Record<keyof ToolDefinition, true>);

/** A tool of which nothing but its name and old names is known. */
export interface KnownName {
  readonly name: string;
  readonly aliases: readonly string[];
}

/** The definition as plain JSON; its name alone where the rest cannot be copied; undefined where not even that can be read. */
export function copyTool(raw: unknown): JsonObject | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const copier = new JsonCopier();
  const copy: Record<string, JsonValue> = {};
  try {
    for (const field of fields) {
      // Foreign object: the copier judges each property.
      const value = copier.copyProperty(raw as Readonly<Record<string, unknown>>, field);
      if (value !== undefined) copy[field] = value;
    }
  } catch {
    // Its own check says what is wrong with it.
    return copyName(raw);
  }
  // Such a definition is quarantined, and holds no name.
  if (!isToolName(copy.name) || isNameOnly(copy)) return undefined;
  return Object.freeze(copy);
}

/** The entry for a tool of which the name is kept, and the label, so that loadouts stay readable. */
export function copyName(raw: unknown): JsonObject | undefined {
  const name = readField(raw, 'name');
  if (!isToolName(name)) return undefined;
  const aliases = readAliases(raw);
  const label = readMetadata({ [name]: { label: readField(raw, 'label') } })?.get(name)?.label;
  return nameEntry({ name, aliases }, label);
}

/** The entry of a tool that its provider has switched off. */
export function nameEntry({ name, aliases }: KnownName, label?: JsonValue): JsonObject {
  return Object.freeze({
    name,
    ...(aliases.length === 0 ? {} : { aliases }),
    ...(label === undefined ? {} : { label }),
  });
}

/** The name of a tool and its old ones; undefined where the name is none. */
export function readKnownName(raw: unknown): KnownName | undefined {
  const name = readField(raw, 'name');
  return isToolName(name) ? { name, aliases: readAliases(raw) } : undefined;
}

/** Whether an entry of a snapshot keeps a name and nothing more. */
export function isNameOnly(entry: Readonly<Record<string, unknown>>): boolean {
  return entry.description === undefined && entry.schema === undefined;
}

/** Whether a value can be the name of a tool. */
export function isToolName(value: unknown): value is string {
  return typeof value === 'string' && TOOL_NAME_PATTERN.test(value);
}

function readAliases(raw: unknown): readonly string[] {
  const stated = readField(raw, 'aliases');
  if (stated === undefined) return noAliases;
  try {
    const aliases = new JsonCopier({ maxCharacters: 100 * MAX_ALIASES }).copy(stated, 'aliases');
    return Array.isArray(aliases) ? aliases.slice(0, MAX_ALIASES).filter(isToolName) : [];
  } catch {
    // None that could be read.
    return noAliases;
  }
}

function readField(raw: unknown, field: keyof ToolDefinition): unknown {
  try {
    return (raw as Readonly<Record<string, unknown>>)[field];
  } catch {
    // A getter or a proxy that throws.
    return undefined;
  }
}
