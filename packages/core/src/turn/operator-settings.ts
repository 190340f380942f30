import type { Catalogue } from '../catalogue/catalogue.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { LoadoutError } from '../contract/errors.js';
import type { JsonObject } from '../contract/json.js';
import type { Logger } from '../contract/logger.js';
import type { SchemaChecker } from '../schema/check-schema.js';
import { nearestWord } from '../schema/nearest-word.js';
import type { Redactor } from '../settings/redactor.js';
import { parseSettingsSchema, resolveSettings } from '../settings/settings-schema.js';

/** Of one owner no more problems than this are told. */
const MAX_PROBLEMS = 1_000;

/** A setting of a tool that does not count. */
export interface ToolSettingsProblem {
  readonly field: string;
  /** Names the field, but no value: it may be a secret. */
  readonly message: string;
  readonly cause?: unknown;
}

/** What {@link OperatorSettings} is made of. */
export interface OperatorSettingsParts {
  /** By the name of a tool. */
  readonly toolSettings: Readonly<Record<string, JsonObject>>;
  readonly logger: Logger;
  /** Told of the secrets that tools are given. Absent: nobody is. */
  readonly redactor?: Redactor;
}

/**
 * The settings of tools that the configuration has, and what is wrong with any settings of a tool: each problem is told
 * once for as long as the host lives, with the companion that the tool belongs to.
 */
export class OperatorSettings {
  readonly #toolSettings: Readonly<Record<string, JsonObject>>;
  readonly #logger: Logger;
  readonly #redactor: Redactor | undefined;
  readonly #told = new Map<string, Set<string>>();
  readonly #unknown = new Set<string>();
  #checked: Catalogue | undefined;

  constructor({ toolSettings, logger, redactor }: OperatorSettingsParts) {
    this.#redactor = redactor;
    this.#toolSettings = toolSettings;
    this.#logger = logger;
  }

  /**
   * What the configuration says of a tool, the highest first: under the name that bots have for it, then under its
   * provider's own name, where that is no other tool's.
   */
  configuredFor(
    listed: ListedTool,
    catalogue: Catalogue,
  ): readonly { readonly place: string; readonly values: JsonObject }[] {
    const names = [listed.name];
    if (listed.ownName !== listed.name && this.#toolNamed(listed.ownName, catalogue) === listed)
      names.push(listed.ownName);
    return names.flatMap((name) => {
      const values = Object.hasOwn(this.#toolSettings, name) ? this.#toolSettings[name] : undefined;
      return values === undefined ? [] : [{ place: `toolSettings.${name}`, values }];
    });
  }

  /** Tells what is wrong with the operator's settings before any bot has the tools. Done once for each catalogue. */
  check(catalogue: Catalogue, checker: SchemaChecker): void {
    if (this.#checked === catalogue) return;
    this.#checked = catalogue;
    for (const [name, values] of Object.entries(this.#toolSettings)) {
      const listed = this.#toolNamed(name, catalogue);
      if (listed === undefined) this.#tellUnknown(name, catalogue);
      else this.#checkLayer(listed, { place: `toolSettings.${name}`, values }, checker);
    }
  }

  /** What a tool is given as a secret stands in nothing that leaves the host from now on (contract 9.5). */
  remember(secrets: readonly string[]): void {
    this.#redactor?.remember(secrets);
  }

  /** As a problem of the companion behind a tool, or in the log where it is a built-in. */
  tell({ slot, name }: ListedTool, { field, message, cause }: ToolSettingsProblem): void {
    let told = this.#told.get(slot.owner);
    if (told === undefined) {
      told = new Set();
      this.#told.set(slot.owner, told);
    }
    if (told.has(message) || told.size >= MAX_PROBLEMS) return;
    told.add(message);
    slot.report(new LoadoutError('TOOL_SETTINGS_INVALID', message, { details: { tool: name, field }, cause }));
  }

  #toolNamed(name: string, catalogue: Catalogue): ListedTool | undefined {
    const named = catalogue.tools.get(name);
    if (named !== undefined) return named;
    const exposed = catalogue.findExposed(name);
    // A name that is kept for somebody else may have secrets of that one under it.
    return exposed !== undefined && catalogue.mayRecognise(exposed.owner, name) ? exposed : undefined;
  }

  #checkLayer(
    listed: ListedTool,
    { place, values }: { readonly place: string; readonly values: JsonObject },
    checker: SchemaChecker,
  ): void {
    const checked = listed.check(checker);
    if ('reason' in checked || checked.definition.settingsSchema === undefined) return;
    const schema = parseSettingsSchema(checked.definition.settingsSchema);
    if ('reason' in schema) return;
    for (const { field, code, message } of resolveSettings(schema, [values]).problems) {
      // What one layer lacks another one may have.
      if (code !== 'missing') this.tell(listed, { field, message: describeProblem(place, message) });
    }
  }

  #tellUnknown(name: string, catalogue: Catalogue): void {
    const canonical = catalogue.find(name)?.name;
    if (this.#unknown.has(name) || (canonical === undefined && isKnownToSomebody(name, catalogue))) return;
    this.#unknown.add(name);
    const known = [...catalogue.tools.values()].flatMap((tool) => [tool.name, tool.ownName]);
    const nearest = canonical ?? nearestWord(name, known);
    const what = canonical === undefined ? 'no tool is called' : 'only an old name of a tool is';
    const remedy =
      nearest === undefined
        ? 'Correct or remove it; a companion that should bring the tool may have failed.'
        : `Did you mean "${nearest}"?`;
    const message = `toolSettings: ${what} "${name}" at present, so these settings count for none. ${remedy}`;
    this.#logger({ level: 'warn', event: 'tool-settings-unknown', message });
  }
}

/** A problem of a layer that is left out, as sentences. */
export function describeProblem(place: string, message: string): string {
  return `${place}: ${message} It is left out.`;
}

/** Whether a name that nobody lists is, or may soon be, that of a tool which somebody has. */
function isKnownToSomebody(name: string, catalogue: Catalogue): boolean {
  return (
    catalogue.isReserved(name) ||
    catalogue.isReserved(catalogue.canonicalName(name)) ||
    catalogue.quarantineOf(name) !== undefined ||
    catalogue.slots.some((slot) => slot.state === 'loading' || slot.metadata.has(name))
  );
}
