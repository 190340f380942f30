import type { ToolDefinition } from '../contract/definition.js';
import type { IToolImplementation } from '../contract/implementation.js';
import { isJsonObject, type JsonObject, type JsonSchema, type LocalizedText } from '../contract/json.js';
import type { DefinitionFile } from './definition-file.js';
import { refuseStrict } from './strict-wish.js';

/** Texts for people are asked for in these locales; look-ups fall back from any other. */
const locales = ['en', 'de'] as const;

/**
 * Joins a definition file with its implementation: what the model reads comes from the file, everything else
 * from the code (contract 1.9). Throws what the implementation throws, and for an answer of the wrong type.
 */
export function defineTool(file: DefinitionFile, implementation: IToolImplementation): ToolDefinition {
  if (typeof implementation.execute !== 'function') throw new TypeError('it has no method execute');
  const { icon, policy, aliases, outputSchema, sensitiveArguments, minimumConfidence } = implementation;
  const { name, descriptionForLLM, parameters } = file.function;
  const stated: ToolDefinition = {
    name,
    description: descriptionForLLM,
    schema: parameters,
    label: requireTexts('displayName', (locale) => implementation.displayName(locale)),
    summary: requireTexts('description', (locale) => implementation.description(locale)),
    ...present({ icon, policy, aliases, outputSchema, sensitiveArguments, minimumConfidence }),
    ...present({
      visibleIn: file.visibleIn,
      settingsSchema: file.settingsSchema && addLabels(file.settingsSchema, implementation),
      systemPromptInstructions: file.systemPromptInstructions || undefined,
    }),
  };
  if (file.function.strict === false) refuseStrict(stated);
  return Object.freeze(stated);
}

/** A file's settings with the names that the implementation has for them. */
function addLabels(schema: JsonSchema, implementation: IToolImplementation): JsonSchema {
  if (!isJsonObject(schema.properties)) return schema;
  const labelled: Record<string, JsonObject> = {};
  for (const [field, setting] of Object.entries(schema.properties)) {
    if (!isJsonObject(setting)) continue;
    const title = findTexts('settingsFieldLabel', (locale) => implementation.settingsFieldLabel?.(field, locale));
    const description = findTexts('settingsFieldDescription', (locale) =>
      implementation.settingsFieldDescription?.(field, locale),
    );
    labelled[field] = { ...setting, ...present({ title, description }) };
  }
  return { ...schema, properties: labelled };
}

function requireTexts(method: string, ask: (locale: string) => unknown): LocalizedText {
  const texts = findTexts(method, ask);
  if (texts === undefined) throw new TypeError(`${method} has to return a text`);
  return texts;
}

/** One text where all locales have the same, a map otherwise, nothing where there is none. */
function findTexts(method: string, ask: (locale: string) => unknown): LocalizedText | undefined {
  const texts: Record<string, string> = {};
  for (const locale of locales) {
    const text = ask(locale);
    if (text === undefined) continue;
    if (typeof text !== 'string') throw new TypeError(`${method} has to return a text for "${locale}"`);
    texts[locale] = text;
  }
  const [first, ...others] = Object.values(texts);
  if (first === undefined) return undefined;
  return others.every((text) => text === first) ? first : Object.freeze(texts);
}

/** The entries that are there. */
function present<Fields extends object>(fields: Fields): { [Key in keyof Fields]: Exclude<Fields[Key], undefined> } {
  // What is left out is optional wherever this is spread.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
