import type { Catalogue } from '../catalogue/catalogue.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import type { SettingsLayerName } from '../contract/explained-setting.js';
import type { JsonObject } from '../contract/json.js';
import {
  describeNote,
  type OrganisationNote,
  type OrganisationSubject,
  type OrganisationValue,
} from '../settings/organisation-view.js';
import {
  type ResolvedSettings,
  resolveSettings,
  type SettingsProblem,
  type SettingsSchema,
} from '../settings/settings-schema.js';
import { findValueProblem, isBlank } from '../settings/settings-value.js';
import type { OperatorSettings } from './operator-settings.js';
import type { OperatorView } from './operator-view.js';
import { collectSecrets, collectSettings } from './tool-names.js';

/** Settings of one layer, and where they stand, for people. */
export interface SettingsLayer {
  readonly layer: Exclude<SettingsLayerName, 'schema-default'>;
  readonly place: string;
  readonly values: JsonObject;
  /** Its values are shown to nobody, whatever the schema says of them by now. */
  readonly isSecret?: boolean;
  /** Of the organisation's: why a field is so, and whom to ask. */
  readonly notes?: ReadonlyMap<string, OrganisationNote>;
}

/** Whose settings. */
export interface SettingsLayersInput {
  readonly listed: ListedTool;
  readonly catalogue: Catalogue;
  /** The bot and its override; absent where no bot is looked at. */
  readonly bot?: { readonly id: string; readonly override: JsonObject | null };
  readonly view: OperatorView;
  readonly operator: OperatorSettings;
}

/**
 * The layers of a tool's settings that say something, the highest first (contract 9.1). This is the one place that
 * knows their order; below them is only the schema's default.
 */
export function listSettingsLayers({ listed, catalogue, bot, view, operator }: SettingsLayersInput): SettingsLayer[] {
  const layers: SettingsLayer[] = [];
  const values = view.organisation.settings(listed);
  const about = `${view.organisation.place} for "${listed.name}"`;
  const locked = values.filter(({ isLocked }) => isLocked);
  if (locked.length > 0) layers.push({ layer: 'organisation-locked', place: about, ...collectValues(locked) });
  const own = bot === undefined ? undefined : collectSecrets(view, listed, { catalogue, bot: bot.id });
  if (own !== undefined) {
    const place = `The secrets of bot "${bot?.id}" for "${listed.name}"`;
    layers.push({ layer: 'bot-override', place, values: own, isSecret: true });
  }
  if (bot?.override) {
    const place = `The override of bot "${bot.id}" for "${listed.name}"`;
    layers.push({ layer: 'bot-override', place, values: bot.override });
  }
  const secrets = collectSecrets(view, listed, { catalogue });
  if (secrets !== undefined) {
    layers.push({ layer: 'operator', place: `The secrets of "${listed.name}"`, values: secrets, isSecret: true });
  }
  const stored = collectSettings(view, listed, catalogue);
  if (stored !== undefined) {
    layers.push({ layer: 'operator', place: `The operator's settings of "${listed.name}"`, values: stored });
  }
  for (const { place, values } of operator.configuredFor(listed, catalogue)) {
    layers.push({ layer: 'configuration', place, values });
  }
  layers.push({
    layer: 'companion',
    place: `The settings of ${listed.owner} for "${listed.name}"`,
    values: listed.slot.settings,
  });
  const defaults = values.filter(({ isLocked }) => !isLocked);
  if (defaults.length > 0) layers.push({ layer: 'organisation-default', place: about, ...collectValues(defaults) });
  return layers;
}

/** What is locked to nothing is null, which fits no setting. */
function collectValues(values: readonly OrganisationValue[]): Pick<SettingsLayer, 'values' | 'notes'> & {
  readonly values: JsonObject;
} {
  return {
    values: Object.fromEntries(values.map(({ field, value = null }) => [field, value])),
    notes: new Map(
      values.map(({ field, reason, contact }) => [field, { ...(reason && { reason }), ...(contact && { contact }) }]),
    ),
  };
}

/** The settings that hold, and why the tool cannot do with them. */
export interface ResolvedLayers extends ResolvedSettings {
  /** Of {@link problems} those with which the tool counts as not configured. */
  readonly blocking: readonly SettingsProblem[];
}

/**
 * Resolves layers, as {@link resolveSettings} does, with what only the organisation can do: a value of its that does not
 * fit, or a secret, locks the setting all the same. Nobody knows then what was wanted, so there is no value.
 */
export function resolveLayers(schema: SettingsSchema, layers: readonly SettingsLayer[]): ResolvedLayers {
  const values = layers.map((layer) => withoutSecrets(schema, layer));
  const resolved = resolveSettings(schema, values);
  const locked = layers[0]?.layer === 'organisation-locked' ? layers[0] : undefined;
  const refused = new Map<string, SettingsProblem>();
  for (const [name, value] of Object.entries(locked?.values ?? {})) {
    const field = schema.fields.get(name);
    const reason = field === undefined ? undefined : findLockProblem(field, value);
    if (reason === undefined) continue;
    const note = describeNote(locked?.notes?.get(name) ?? {});
    const message = `"${name}" is locked by the organisation, and ${reason}.${note}`;
    refused.set(name, { field: name, code: 'invalid', message, layer: 0 });
  }
  const required = [...schema.fields.values()].filter(({ required }) => required).map(({ name }) => name);
  const config = Object.fromEntries(Object.entries(resolved.config).filter(([name]) => !refused.has(name)));
  const others = resolved.problems.filter(({ field }) => !refused.has(field));
  return {
    config: refused.size === 0 ? resolved.config : Object.freeze(config),
    problems: [...refused.values(), ...others],
    blocking: [
      ...refused.values(),
      ...others.filter(({ field }, index) => {
        const isFirst = others.findIndex((one) => one.field === field) === index;
        return isFirst && required.includes(field) && !Object.hasOwn(resolved.config, field);
      }),
    ],
  };
}

/** What is wrong with a value that is locked, as the rest of a sentence. */
export function findLockProblem(
  field: Parameters<typeof findValueProblem>[0] & { readonly secret: boolean },
  value: unknown,
): string | undefined {
  if (field.secret) return 'is a secret, which its file never holds';
  return isBlank(value) ? undefined : findValueProblem(field, value);
}

/** The organisation's file never holds a secret; what stands there is handed to nobody. */
function withoutSecrets(schema: SettingsSchema, { layer, values }: SettingsLayer): JsonObject {
  if (layer !== 'organisation-locked' && layer !== 'organisation-default') return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => schema.fields.get(name)?.secret !== true));
}

/** Whether the organisation has locked a setting of a tool. */
export function findLock(view: OperatorView, tool: OrganisationSubject, field: string): OrganisationValue | undefined {
  return view.organisation.settings(tool).find((one) => one.isLocked && one.field === field);
}
