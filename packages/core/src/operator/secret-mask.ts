import type { JsonObject, JsonValue } from '../contract/json.js';
import type { ToolSubject } from '../contract/tool-subject.js';
import type { SettingsSchema } from '../settings/settings-schema.js';
import type { StoreReader } from '../store/roles.js';
import { findSubject, type KnownTools, readSettingsSchema, settingsSchemaOf } from './known-tools.js';

/** What stands for a value that nobody may read. */
export const SECRET_MASK = '[secret]';

/** An assignment as far as its settings matter. */
export interface OverriddenTool {
  readonly toolName: string;
  readonly owner: string;
  readonly definitionHash: string | null;
}

/**
 * The one place that knows which values nobody may read: those of fields that the tool's settings schema marks secret.
 * Where nobody can tell what a field is, the log says nothing of its value.
 */
export class SecretMask {
  readonly #tools: KnownTools;
  readonly #accepted = new Map<string, SettingsSchema | 'none' | undefined>();

  constructor(tools: KnownTools) {
    this.#tools = tools;
  }

  /** The settings of an assigned tool: of the one that is listed, or of the definition that was accepted. */
  async schemaOfAssigned(tool: OverriddenTool, reader: StoreReader): Promise<SettingsSchema | 'none' | undefined> {
    const { catalogue, checker } = this.#tools;
    const listed = catalogue.find(tool.toolName);
    if (listed?.owner === tool.owner) return settingsSchemaOf(listed, checker);
    const hash = tool.definitionHash;
    if (hash === null) return undefined;
    if (!this.#accepted.has(hash)) {
      const definition = await reader.getDefinition(hash);
      this.#accepted.set(hash, definition === undefined ? undefined : readSettingsSchema(definition.settingsSchema));
    }
    return this.#accepted.get(hash);
  }

  /** The settings of a tool as its owner calls it. */
  schemaOfSubject(subject: ToolSubject): SettingsSchema | 'none' | undefined {
    return settingsSchemaOf(findSubject(this.#tools, subject), this.#tools.checker);
  }
}

/** Whether a field is known to be a secret. */
export function isSecretField(schema: SettingsSchema | 'none' | undefined, field: string): boolean {
  return typeof schema === 'object' && schema.fields.get(field)?.secret === true;
}

/** A value as the log may have it. */
export function maskForLog(schema: SettingsSchema | 'none' | undefined, field: string, value: JsonValue): JsonValue {
  if (schema === 'none') return value;
  const known = schema?.fields.get(field);
  return known === undefined || known.secret ? SECRET_MASK : value;
}

/** The same of a whole override. */
export function maskOverrideForLog(
  schema: SettingsSchema | 'none' | undefined,
  override: JsonObject | null,
): JsonObject | null {
  return mapFields(override, (field, value) => maskForLog(schema, field, value));
}

/** An override without what is known to be a secret, for those who give it back later. */
export function maskSecrets(
  schema: SettingsSchema | 'none' | undefined,
  override: JsonObject | null,
): JsonObject | null {
  return mapFields(override, (field, value) => (isSecretField(schema, field) ? SECRET_MASK : value));
}

function mapFields(
  override: JsonObject | null,
  map: (field: string, value: JsonValue) => JsonValue,
): JsonObject | null {
  if (override === null) return null;
  return Object.fromEntries(Object.entries(override).map(([field, value]) => [field, map(field, value)]));
}
