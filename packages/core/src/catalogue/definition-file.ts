import { TOOL_NAME_PATTERN, type ToolVisibility } from '../contract/definition.js';
import type { JsonSchema } from '../contract/json.js';
import { suggestWord } from '../schema/nearest-word.js';
import { escapePointer, splitPointer } from '../schema/walk-schema.js';
import { commonKeywords, typeKeywords } from '../settings/settings-field.js';
import { parseSettingsSchema } from '../settings/settings-schema.js';
import { describeValue } from './describe-value.js';
import { findErrors, type ValidationError } from './generated/definition-file.js';

/** The content of a definition file, as `tool_definitions/definition.schema.json` describes it (contract 1.9). */
export interface DefinitionFile {
  readonly schemaVersion: 1;
  readonly id: string;
  readonly implementationKey: string;
  readonly visibleIn?: ToolVisibility;
  readonly settingsSchema?: JsonSchema;
  readonly systemPromptInstructions?: string;
  readonly function: {
    readonly name: string;
    readonly descriptionForLLM: string;
    /** Whether model APIs may be asked to hold the model to the parameters. */
    readonly strict: boolean;
    readonly parameters: JsonSchema;
  };
}

/** One thing that is wrong with a definition file. */
export interface DefinitionFileFinding {
  /** JSON pointer to the place. */
  readonly pointer: string;
  /** What is wrong, and what to do. */
  readonly message: string;
}

/** Findings of one file beyond this are left out: they mostly follow from the first. */
const MAX_FINDINGS = 10;

/** What people read comes from the implementation (contract 1.9). */
const wordsForPeople: ReadonlySet<string> = new Set([
  'label',
  'displayName',
  'title',
  'summary',
  'description',
  'icon',
]);

const entryKeywords = ['type', ...new Set([...typeKeywords.string, ...typeKeywords.number]), '$comment'];

/** The fields that objects of a file can have, by the form of the pointer to the object. */
export const knownFields: readonly (readonly [pointer: RegExp, fields: readonly string[]])[] = [
  [
    /^$/,
    [
      '$schema',
      'schemaVersion',
      'id',
      'implementationKey',
      'visibleIn',
      'settingsSchema',
      'systemPromptInstructions',
      'function',
    ],
  ],
  [/^\/function$/, ['name', 'descriptionForLLM', 'strict', 'parameters']],
  [/^\/visibleIn$/, ['chat', 'assistants', 'allowedComponents', 'deniedComponents']],
  [/^\/settingsSchema$/, ['type', 'properties', 'required', 'additionalProperties', '$comment']],
  [
    /^\/settingsSchema\/properties\/[^/]*$/,
    [
      ...commonKeywords.filter((keyword) => !wordsForPeople.has(keyword)),
      ...new Set(Object.values(typeKeywords).flat()),
    ],
  ],
  [/^\/settingsSchema\/properties\/[^/]*\/items$/, entryKeywords],
];

/** Reads the content of a definition file. Answers it with its defaults, or what is wrong with it. */
export function parseDefinitionFile(
  content: unknown,
  components: readonly string[],
): DefinitionFile | readonly DefinitionFileFinding[] {
  const { errors } = findErrors(content);
  if (errors.length > 0) return errors.slice(0, MAX_FINDINGS).map((error) => explain(error, content));
  // The validator, made of the published schema, proves it but for the default.
  const file = content as DefinitionFile;
  const settings = file.settingsSchema === undefined ? undefined : parseSettingsSchema(file.settingsSchema);
  const findings = findUnknownComponents(file.visibleIn ?? {}, components);
  if (settings !== undefined && 'reason' in settings) {
    findings.push({ pointer: `/settingsSchema${settings.pointer}`, message: settings.reason });
  }
  if (findings.length > 0) return findings;
  return { ...file, function: { ...file.function, strict: file.function.strict ?? true } };
}

/** Names that belong to a file as far as it can be read: its tool, its id. */
export function readNames(content: unknown): readonly string[] {
  const file = readObject(content);
  return [readObject(file.function).name, file.id].filter(isToolName);
}

/** Whether `value` can be the name of a tool. */
export function isToolName(value: unknown): value is string {
  return typeof value === 'string' && TOOL_NAME_PATTERN.test(value);
}

function findUnknownComponents(visibleIn: ToolVisibility, components: readonly string[]): DefinitionFileFinding[] {
  const findings: DefinitionFileFinding[] = [];
  for (const list of ['allowedComponents', 'deniedComponents'] as const) {
    for (const [index, component] of (visibleIn[list] ?? []).entries()) {
      if (components.includes(component)) continue;
      const message = `There is no component ${describeValue(component)}. ${suggestWord(component, components)}`;
      findings.push({ pointer: `/visibleIn/${list}/${index}`, message });
    }
  }
  return findings;
}

function explain(error: ValidationError, content: unknown): DefinitionFileFinding {
  const { instancePath, keyword, params } = error;
  if (keyword === 'additionalProperties') return explainUnknownField(instancePath, String(params.additionalProperty));
  if (keyword === 'required') {
    const missing = String(params.missingProperty);
    return { pointer: `${instancePath}/${missing}`, message: `"${missing}" is missing. Add it.` };
  }
  const value = describeValue(valueAt(content, instancePath));
  return { pointer: instancePath, message: explainValue(error, value) };
}

function explainUnknownField(parent: string, field: string): DefinitionFileFinding {
  const pointer = `${parent}/${escapePointer(field)}`;
  const fields = knownFields.find(([form]) => form.test(parent))?.[1] ?? [];
  const remedy =
    wordsForPeople.has(field) && parent !== '/function'
      ? 'What people read comes from the implementation.'
      : suggestWord(field, fields);
  return { pointer, message: `There is no field ${describeValue(field)} here. ${remedy}` };
}

function explainValue({ instancePath, keyword, params, message }: ValidationError, value: string): string {
  if (instancePath === '/schemaVersion') {
    return `This is version ${value} of the format, and only version 1 is known. Write 1, or update Loadout.`;
  }
  switch (keyword) {
    case 'const':
      return `This has to be ${JSON.stringify(params.allowedValue)}, but is ${value}.`;
    case 'enum':
      return `This has to be one of ${JSON.stringify(params.allowedValues).slice(1, -1)}, but is ${value}.`;
    case 'type':
      return `This has to be of type ${String(params.type)}, but is ${value}.`;
    case 'pattern':
      if (instancePath === '/function/descriptionForLLM')
        return 'This is empty. Say what the tool does, for the model.';
      if (instancePath === '/function/name') {
        return `${value} is no tool name. Use 1 to 64 letters, digits, "_" or "-", and begin with a letter or "_".`;
      }
      return `${value} has the wrong form. Use 1 to 128 letters, digits, "_", "-" or ".".`;
    default:
      return `This ${message ?? 'has a wrong value'}, but is ${value}.`;
  }
}

function valueAt(content: unknown, pointer: string): unknown {
  let value = content;
  for (const step of splitPointer(pointer)) value = readObject(value)[step];
  return value;
}

function readObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
