import type { JsonObject } from '../contract/json.js';
import { formatToolSubject, type ToolSubject } from '../contract/tool-subject.js';
import { parseSecretName } from '../settings/secret-names.js';

/** A secret as it was opened. */
export interface OpenedSecret {
  readonly name: string;
  /** Undefined where it cannot be had; it then counts as not set. */
  readonly value: string | undefined;
  /** Why not. */
  readonly problem: string | undefined;
}

/** The secrets that are set, opened. Frozen; the same object while none changed. */
export interface SecretView {
  /** By their names. */
  readonly opened: ReadonlyMap<string, OpenedSecret>;
  /** The operator's, by field; with a bot that bot's own. */
  ofTool(tool: ToolSubject, bot?: string): JsonObject | undefined;
  ofCompanion(companionId: string): JsonObject;
}

const none: JsonObject = Object.freeze({});

/** Sorts secrets by what they are for. */
export function createSecretView(secrets: readonly OpenedSecret[]): SecretView {
  const opened = new Map(secrets.map((secret) => [secret.name, secret]));
  const byPlace = new Map<string, Record<string, string>>();
  for (const { name, value } of secrets) {
    const subject = value === undefined ? undefined : parseSecretName(name);
    if (value === undefined || subject === undefined || subject.kind === 'host') continue;
    const place = subject.kind === 'tool' ? placeOf(subject.tool, subject.bot) : subject.companion;
    const known = byPlace.get(place) ?? {};
    byPlace.set(place, Object.assign(known, Object.fromEntries([[subject.field, value]])));
  }
  for (const fields of byPlace.values()) Object.freeze(fields);
  return Object.freeze({
    opened,
    ofTool: (tool, bot) => (byPlace.size === 0 ? undefined : byPlace.get(placeOf(tool, bot ?? null))),
    ofCompanion: (companionId) => byPlace.get(companionId) ?? none,
  } satisfies SecretView);
}

/** No id of a companion has a line break. */
function placeOf(tool: ToolSubject, bot: string | null): string {
  return `${bot ?? ''}\n${formatToolSubject(tool)}`;
}

/** For a host that keeps none. */
export const NO_SECRETS: SecretView = createSecretView([]);
