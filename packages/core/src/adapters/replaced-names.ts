import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { isList } from '../schema/walk-schema.js';
import { mapParts } from './schema-parts.js';

/** What an API takes as the name of a property. */
export interface NameRule {
  readonly legal: RegExp;
  /** Characters that may stand nowhere. */
  readonly illegal: RegExp;
  /** Whether a digit, "." or "-" may stand at the beginning. */
  readonly isAnyStartTaken: boolean;
  /** For people: who takes what. */
  readonly description: string;
}

/** Names of properties at the root that Anthropic takes. */
export const ANTHROPIC_NAMES: NameRule = {
  legal: /^[a-zA-Z0-9_.-]{1,64}$/,
  illegal: /[^a-zA-Z0-9_.-]/g,
  isAnyStartTaken: true,
  description: 'Anthropic takes letters, digits, "_", "." and "-" in names of properties, 64 at most',
};

/** Names of properties, at every level, that Gemini's `parameters` take. */
export const GEMINI_NAMES: NameRule = {
  legal: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
  illegal: /[^a-zA-Z0-9_]/g,
  isAnyStartTaken: false,
  description: 'Gemini\'s "parameters" take letters, digits and "_" in names of properties, 64 at most',
};

/** A legal name that is not among `taken`: a pure function of both. */
export function toLegalName(name: string, taken: ReadonlySet<string>, rule: NameRule): string {
  const hash = createHash('sha256').update(name).digest('hex');
  const readable = name.replace(rule.illegal, '_').slice(0, 55);
  const legal = rule.isAnyStartTaken ? readable : readable.replace(/^(?=[^a-zA-Z_])/, '_');
  for (let length = 8; ; length += 1) {
    const sent = `${legal.slice(0, 63 - length)}_${hash.slice(0, length)}`;
    if (!taken.has(sent) || length === 62) return sent;
  }
}

/** Arguments are refused beyond 64 levels; what is deeper is left as it is. */
const MAX_LEVELS = 100;

/** Where names were replaced. */
export type ReplacedLevels = 'root' | 'all';

/**
 * Arguments with the tool's own names. Where an object has both a name that was sent and the own one, the first counts:
 * it is the one that the model was told. Both cannot stay, since an object that takes other names would take it too.
 */
export function restoreNames(
  args: JsonValue,
  ownNames: ReadonlyMap<string, string>,
  levels: ReplacedLevels,
  level = 0,
): JsonValue {
  if (ownNames.size === 0 || typeof args !== 'object' || args === null || level > MAX_LEVELS) return args;
  const inner = (value: JsonValue): JsonValue =>
    levels === 'root' ? value : restoreNames(value, ownNames, levels, level + 1);
  if (isList(args)) return args.map(inner);
  if (!isJsonObject(args)) return args;
  const names = Object.keys(args);
  const restored = new Set(names.map((name) => ownNames.get(name)));
  return Object.fromEntries(
    names.filter((name) => !restored.has(name)).map((name) => [ownNames.get(name) ?? name, inner(args[name] ?? null)]),
  );
}

/** Names of properties as Gemini's `parameters` get them; the same own name always by the same one. */
export class SentNames {
  readonly #root: JsonObject;
  readonly #sent = new Map<string, string>();
  #taken: Set<string> | undefined;
  readonly own = new Map<string, string>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  sentFor(name: string): string {
    if (GEMINI_NAMES.legal.test(name)) return name;
    const known = this.#sent.get(name);
    if (known !== undefined) return known;
    this.#taken ??= namesIn(this.#root);
    const sent = toLegalName(name, this.#taken, GEMINI_NAMES);
    this.#taken.add(sent);
    this.#sent.set(name, sent);
    this.own.set(sent, name);
    return sent;
  }
}

/** The names of all properties that a schema declares anywhere. */
function namesIn(root: JsonObject): Set<string> {
  const found = new Set<string>();
  const visit = (part: JsonValue): JsonValue => {
    if (!isJsonObject(part)) return part;
    if (isJsonObject(part.properties)) for (const name of Object.keys(part.properties)) found.add(name);
    mapParts(part, visit);
    return part;
  };
  visit(root);
  return found;
}
