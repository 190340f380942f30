import { judgeList } from '../catalogue/judge-list.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import type { ProviderSlot } from '../companions/provider-slot.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import type { ToolSubject } from '../contract/tool-subject.js';
import type { SettingsSchema } from '../settings/settings-schema.js';
import type { StoreReader } from '../store/roles.js';
import { nameTool } from '../turn/tool-names.js';
import { type KnownTools, readSettingsSchema, settingsSchemaOf } from './known-tools.js';

/** What stands for a value that nobody may read. */
export const SECRET_MASK = '[secret]';

/** An assignment as far as its settings matter. */
export interface OverriddenTool {
  readonly toolName: string;
  readonly owner: string;
  readonly definitionHash: string | null;
}

/** What is known of a tool's settings. */
export interface KnownSettings {
  /** What values have to be. `none`: the tool declares no settings. Undefined: nobody can tell. */
  readonly schema: SettingsSchema | 'none' | undefined;
  /** Fields that are a secret by that, or for whoever has the tool's name now and would get the values. */
  readonly secrets: ReadonlySet<string>;
}

/**
 * The one place that knows which values nobody may read: those of fields that the tool's settings schema marks secret.
 * Where nobody can tell what a field is, the log says nothing of its value.
 */
export class SecretMask {
  readonly #tools: Pick<KnownTools, 'catalogue' | 'checker'>;
  readonly #known = new Map<string, KnownSettings>();
  readonly #secretsByName = new Map<string, ReadonlySet<string>>();
  readonly #secretsByOwner = new Map<string, ReadonlySet<string>>();

  constructor(tools: Pick<KnownTools, 'catalogue' | 'checker'>) {
    this.#tools = tools;
  }

  /**
   * The settings of an assigned tool. Its owner's definition says what they are; where the owner does not have the name at
   * present, the definition that was accepted does. Nobody can tell then which of the owner's tools gets the values later,
   * by an alias or a rule of `expose-as`: what is a secret for any of them, or for whoever has the name, is one.
   */
  async settingsOf(tool: OverriddenTool, reader: StoreReader): Promise<KnownSettings> {
    const { toolName, owner, definitionHash } = tool;
    const key = `${owner}\n${toolName}\n${definitionHash ?? ''}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      known = await this.#readSettings(tool, reader);
      this.#known.set(key, known);
    }
    return known;
  }

  async #readSettings(
    { toolName, owner, definitionHash }: OverriddenTool,
    reader: StoreReader,
  ): Promise<KnownSettings> {
    const { catalogue, checker } = this.#tools;
    const listed = catalogue.find(toolName);
    const present = settingsSchemaOf(listed, checker);
    if (listed?.owner === owner && present !== undefined) return describeSettings(present);
    const definition = definitionHash === null ? undefined : await reader.getDefinition(definitionHash);
    const accepted = definition === undefined ? undefined : readSettingsSchema(definition.settingsSchema);
    return describeSettings(accepted, [accepted, present], this.#secretsOf(owner));
  }

  /** An assigned tool as its owner calls it. */
  subjectOf({ toolName, owner }: Pick<OverriddenTool, 'toolName' | 'owner'>): ToolSubject {
    return { owner, toolName: this.#tools.catalogue.ownName(owner, toolName) };
  }

  /** The settings of a tool by a name of its owner's. */
  settingsOfSubject(subject: ToolSubject): KnownSettings {
    const { catalogue, checker } = this.#tools;
    const { tool, state } = nameTool(catalogue, subject);
    const own = settingsSchemaOf(tool, checker);
    if (own !== undefined && state === 'listed') return describeSettings(own);
    const others = settingsSchemaOf(catalogue.find(subject.toolName), checker);
    return describeSettings(undefined, [others, own], this.#secretsOf(subject.owner));
  }

  /** The same by a definition of it: the present one, or the last that is known. */
  settingsOfTool(tool: ListedTool): KnownSettings {
    return describeSettings(settingsSchemaOf(tool, this.#tools.checker));
  }

  /**
   * Fields that are a secret for anybody who lists a tool of this name or alias; of a name that nobody has any more, for
   * anybody at all: what the log may not show.
   */
  secretsUnder(name: string): ReadonlySet<string> {
    let secrets = this.#secretsByName.get(name);
    if (secrets === undefined) {
      const { catalogue, checker } = this.#tools;
      const named = catalogue.slots.flatMap((slot) => findNamed(slot, catalogue.ownName(slot.owner, name)));
      const listed = catalogue.find(name);
      if (listed !== undefined) named.push(listed);
      const schemas = named.map((tool) => settingsSchemaOf(tool, checker));
      const owners = named.length > 0 ? [] : catalogue.slots.map(({ owner }) => owner);
      const all = new Set(owners.flatMap((owner) => [...this.#secretsOf(owner)]));
      secrets = describeSettings(undefined, schemas, all).secrets;
      this.#secretsByName.set(name, secrets);
    }
    return secrets;
  }

  /** The fields that are a secret of any tool that an owner lists, or last listed, also where it is off. */
  #secretsOf(owner: string): ReadonlySet<string> {
    let secrets = this.#secretsByOwner.get(owner);
    if (secrets === undefined) {
      const { catalogue, checker } = this.#tools;
      const tools = catalogue.slots.filter((slot) => slot.owner === owner).flatMap(listTools);
      secrets = describeSettings(
        undefined,
        tools.map((tool) => settingsSchemaOf(tool, checker)),
      ).secrets;
      this.#secretsByOwner.set(owner, secrets);
    }
    return secrets;
  }
}

function listTools(slot: ProviderSlot): readonly ListedTool[] {
  return slot.list === undefined ? [] : judgeList(slot, slot.list).tools;
}

function findNamed(slot: ProviderSlot, name: string): readonly ListedTool[] {
  return listTools(slot).filter(({ ownName, aliases }) => ownName === name || aliases.includes(name));
}

/** What a settings schema says; a secret is what is one by any of `all`, or one of `others`. */
export function describeSettings(
  schema: KnownSettings['schema'],
  all: readonly KnownSettings['schema'][] = [schema],
  others: ReadonlySet<string> = new Set(),
): KnownSettings {
  const secrets = new Set(others);
  for (const one of all) {
    if (typeof one !== 'object') continue;
    for (const { name, secret } of one.fields.values()) if (secret) secrets.add(name);
  }
  return { schema, secrets };
}

/** A value as the log may have it. */
export function maskForLog({ schema, secrets }: KnownSettings, field: string, value: JsonValue): JsonValue {
  const isKnown = schema === 'none' || schema?.fields.has(field) === true;
  return isKnown && !secrets.has(field) ? value : SECRET_MASK;
}

/** The same of a whole override. */
export function maskOverrideForLog(known: KnownSettings, override: JsonObject | null): JsonObject | null {
  return mapFields(override, (field, value) => maskForLog(known, field, value));
}

/** An override without what is known to be a secret, for those who give it back later. */
export function maskSecrets(secrets: ReadonlySet<string>, override: JsonObject | null): JsonObject | null {
  return listSecretFields(secrets, override).length === 0
    ? override
    : mapFields(override, (field, value) => (secrets.has(field) ? SECRET_MASK : value));
}

/** The secret fields of an override that have a value. */
export function listSecretFields(secrets: ReadonlySet<string>, override: JsonObject | null): readonly string[] {
  return secrets.size === 0 ? [] : Object.keys(override ?? {}).filter((field) => secrets.has(field));
}

function mapFields(
  override: JsonObject | null,
  map: (field: string, value: JsonValue) => JsonValue,
): JsonObject | null {
  if (override === null) return null;
  return Object.fromEntries(Object.entries(override).map(([field, value]) => [field, map(field, value)]));
}
