import { wrongArgument } from '../catalogue/wrong-argument.js';
import type { AuditEntry, AuditFilter } from '../contract/audit.js';
import { isJsonObject, isObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { readPageLimit } from '../store/page-limit.js';
import { collectTools } from './known-tools.js';
import type { OperatorParts } from './operator-parts.js';
import { maskSecrets, SECRET_MASK, SecretMask } from './secret-mask.js';

const texts = ['bot', 'tool', 'action', 'actor'] as const;

/**
 * The log of changes, newest first. What was no secret when it was logged, and is one now, is shown to nobody. Throws
 * `CONFIGURATION_INVALID` for a filter that cannot be read.
 */
export async function readAudit(parts: OperatorParts, filter: AuditFilter = {}): Promise<readonly AuditEntry[]> {
  const entries = await parts.store.listAudit(checkFilter(filter));
  if (!entries.some(hasSettings)) return entries;
  const mask = new SecretMask(await collectTools(parts));
  return Object.freeze(entries.map((entry) => (hasSettings(entry) ? maskEntry(entry, mask) : entry)));
}

function checkFilter(filter: AuditFilter): AuditFilter {
  if (!isObject(filter)) throw wrongArgument('audit', 'filter', 'an object', filter);
  for (const name of texts) {
    const value: unknown = filter[name];
    if (value !== undefined && typeof value !== 'string') throw wrongArgument('audit', name, 'a text', value);
  }
  const { limit, beforeId } = filter;
  for (const name of ['since', 'until'] as const) {
    const value: unknown = filter[name];
    if (value !== undefined && (typeof value !== 'number' || Number.isNaN(value))) {
      throw wrongArgument('audit', name, 'a number of milliseconds since 1970', value);
    }
  }
  if (beforeId !== undefined && !Number.isSafeInteger(beforeId)) {
    throw wrongArgument('audit', 'beforeId', 'a whole number', beforeId);
  }
  if (limit !== undefined && (typeof limit !== 'number' || Number.isNaN(limit))) {
    throw wrongArgument('audit', 'limit', 'a number', limit);
  }
  return { ...filter, limit: readPageLimit(limit) };
}

function hasSettings({ tool, action, before, after }: AuditEntry): boolean {
  if (tool === null) return false;
  return isAboutSetting(action) || overrideOf(before) !== null || overrideOf(after) !== null;
}

function isAboutSetting(action: AuditEntry['action']): boolean {
  return action === 'setting-set' || action === 'setting-unset';
}

function maskEntry(entry: AuditEntry, mask: SecretMask): AuditEntry {
  const { tool, action, subject, before, after } = entry;
  const secrets = mask.secretsUnder(tool ?? '');
  if (secrets.size === 0) return entry;
  if (!isAboutSetting(action)) {
    return Object.freeze({ ...entry, before: maskAssignment(before, secrets), after: maskAssignment(after, secrets) });
  }
  if (!secrets.has(subject ?? '')) return entry;
  return Object.freeze({ ...entry, before: maskSetting(before), after: maskSetting(after) });
}

function maskAssignment(stated: JsonValue, secrets: ReadonlySet<string>): JsonValue {
  const override = overrideOf(stated);
  return override === null ? stated : { ...(stated as JsonObject), settingsOverride: maskSecrets(secrets, override) };
}

/** Where a setting went from one owner to another, the log has the owner beside the value. */
function maskSetting(stated: JsonValue): JsonValue {
  if (stated === null) return null;
  return isJsonObject(stated) && 'owner' in stated && 'value' in stated
    ? { ...stated, value: SECRET_MASK }
    : SECRET_MASK;
}

function overrideOf(stated: JsonValue): JsonObject | null {
  const override = isJsonObject(stated) ? stated.settingsOverride : undefined;
  return override !== undefined && isJsonObject(override) ? override : null;
}
