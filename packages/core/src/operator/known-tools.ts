import type { Catalogue } from '../catalogue/catalogue.js';
import { describeValue } from '../catalogue/describe-value.js';
import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import type { Collected } from '../catalogue/tool-provider-registry.js';
import { TOOL_NAME_PATTERN } from '../contract/definition.js';
import { LoadoutError } from '../contract/errors.js';
import type { ToolSubject } from '../contract/tool-subject.js';
import type { SchemaChecker } from '../schema/check-schema.js';
import { nearestWord } from '../schema/nearest-word.js';
import { parseSettingsSchema, type SettingsSchema } from '../settings/settings-schema.js';
import { findNamed } from '../turn/tool-names.js';
import type { OperatorParts } from './operator-parts.js';

/** The tools as they are while an operation looks at them. */
export interface KnownTools extends Collected {
  readonly catalogue: Catalogue;
  readonly checker: SchemaChecker;
}

/** Asks who provides tools, with what the operator decided of their names. Done before a change, never inside one. */
export async function collectTools(
  parts: Pick<OperatorParts, 'registry' | 'view' | 'loadChecker'>,
): Promise<KnownTools> {
  // Names depend on decisions, which the registry is told of when they are read.
  await parts.view();
  const { roster, catalogue } = await parts.registry.collect();
  return { roster, catalogue, checker: await parts.loadChecker() };
}

/** The listed tool that an owner calls so, or called so before. */
export function findSubject(
  { catalogue }: Pick<KnownTools, 'catalogue'>,
  subject: ToolSubject,
): ListedTool | undefined {
  return findNamed(catalogue, subject);
}

/** The definition of a listed tool; undefined where it is quarantined. */
export function definitionOf(listed: ListedTool, checker: SchemaChecker): FrozenDefinition['definition'] | undefined {
  const checked = listed.check(checker);
  return 'reason' in checked ? undefined : checked.definition;
}

/** The settings that a tool declares. `none`: it declares none. Undefined: nobody can tell. */
export function settingsSchemaOf(
  listed: ListedTool | undefined,
  checker: SchemaChecker,
): SettingsSchema | 'none' | undefined {
  const definition = listed === undefined ? undefined : definitionOf(listed, checker);
  return definition === undefined ? undefined : readSettingsSchema(definition.settingsSchema);
}

/** The same of a settings schema as it stands in a definition. */
export function readSettingsSchema(schema: unknown): SettingsSchema | 'none' | undefined {
  if (schema === undefined) return 'none';
  const parsed = parseSettingsSchema(schema);
  return 'reason' in parsed ? undefined : parsed;
}

/** `name` if it can be that of a tool. Throws `TOOL_NAME_INVALID`. */
export function requireToolName(name: unknown): string {
  if (typeof name === 'string' && TOOL_NAME_PATTERN.test(name)) return name;
  throw invalidToolName(name);
}

/** The error for what cannot be the name of a tool. */
export function invalidToolName(name: unknown): LoadoutError {
  return new LoadoutError(
    'TOOL_NAME_INVALID',
    `${describeValue(name)} is no tool name. Use 1 to 64 letters, digits, "_" or "-", and begin with a letter or "_".`,
    { details: { name } },
  );
}

/** The error for a name that nobody lists. */
export function unknownTool(name: string, catalogue: Catalogue, remedy = ''): LoadoutError {
  const nearest = nearestWord(name, catalogue.tools.keys());
  const hint =
    nearest === undefined
      ? 'List the tools; a companion that should bring it may have failed.'
      : `Did you mean "${nearest}"?`;
  return new LoadoutError('TOOL_UNKNOWN', `No tool has the name ${describeValue(name)}. ${hint}${remedy}`, {
    details: { name, nearest },
  });
}
