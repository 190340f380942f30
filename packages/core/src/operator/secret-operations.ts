import { describeValue } from '../catalogue/describe-value.js';
import { wrongArgument } from '../catalogue/wrong-argument.js';
import { describeError } from '../companions/guard.js';
import type { Actor } from '../contract/actor.js';
import { LoadoutError } from '../contract/errors.js';
import type { SecretVault } from '../contract/secret.js';
import type { Host } from '../host-interface.js';
import { suggestWord } from '../schema/nearest-word.js';
import { createSecretFilter } from '../settings/secret-filter.js';
import { HOST_SECRETS, isHeaderValue, parseSecretName } from '../settings/secret-names.js';
import { LEAST_REDACTED_CHARACTERS } from '../settings/secret-needles.js';
import { findValueProblem, isBlank } from '../settings/settings-value.js';
import type { StoredSecret } from '../store/records.js';
import { lockSubject, requireUnlocked } from './check-locks.js';
import { dropSecret, keepSecret, requireSecretValue, requireVault, type SecretLabel } from './kept-secrets.js';
import { collectTools } from './known-tools.js';
import { makeChange } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';

type Redaction = Pick<Host['secrets'], 'remember' | 'redact' | 'filter'>;

/** What whoever composes a host needs so that nothing of theirs shows a secret. See `Host.secrets`. */
export function createRedaction({ redactor }: Pick<OperatorParts, 'redactor'>): Redaction {
  return {
    remember(value) {
      if (typeof value !== 'string') throw wrongArgument('secrets.remember', 'value', 'a text', undefined);
      redactor.remember([value]);
    },
    redact: (value) => redactor.json(value),
    filter: () => createSecretFilter(redactor),
  };
}

/** Secrets by their names. See `Host.secrets`. */
export function createSecretOperations(parts: OperatorParts, actor: Actor): Omit<Host['secrets'], keyof Redaction> {
  return {
    async list() {
      const records = await parts.store.listSecrets();
      const { opened } = (await parts.view()).secrets;
      return records.map(({ name, updatedAt }) => {
        const value = opened.get(name)?.value;
        const isTooShort = value !== undefined && value.length < LEAST_REDACTED_CHARACTERS;
        return Object.freeze({ name, updatedAt, isReadable: value !== undefined, isTooShort });
      });
    },

    async set(name, value) {
      requireSettable(parts, name, value);
      if (isBlank(value)) {
        await makeChange(parts, actor, (unit) => dropSecret(unit, name, labelOf(name)));
        return;
      }
      const vault = requireVault(parts);
      const checked = requireSecretValue(`The secret ${describeValue(name)}`, value);
      if (HOST_SECRETS.includes(name)) requireHeaderValue(name, checked);
      const sealed = await vault.seal(name, checked);
      await makeChange(parts, actor, (unit) =>
        keepSecret(unit, vault, { name, value: checked, sealed, label: labelOf(name) }),
      );
    },

    async unset(name) {
      if (typeof name !== 'string') throw wrongArgument('secrets.unset', 'name', 'a text', name);
      const subject = parseSecretName(name);
      if (subject?.kind === 'tool') {
        const tool = lockSubject(await collectTools(parts), subject.tool);
        requireUnlocked(await parts.view(), tool, subject.field);
      }
      return makeChange(parts, actor, (unit) => dropSecret(unit, name, labelOf(name)));
    },

    rotate: () => rotateSecrets(parts, actor),
  };
}

/**
 * Where all secrets open: a new key first, then everything sealed anew, then the old key goes. Broken off anywhere, all
 * still open, and doing it again finishes it. The old key goes inside a change that saw nothing of it, so that no other
 * process seals with it in between.
 */
async function rotateSecrets(parts: OperatorParts, actor: Actor): Promise<number> {
  const vault = requireVault(parts);
  const records = await parts.store.listSecrets();
  await requireReadable(vault, records);
  // Without secrets there is nothing to seal anew; what a rotation left behind that was broken off goes all the same.
  if (records.length > 0) await vault.renewKey?.();
  return makeChange(parts, actor, async (unit) => {
    let count = 0;
    for (const record of await unit.writer.listSecrets()) {
      if (vault.isOutdated?.(record.sealed) !== true) continue;
      const value = await vault.open(record.name, record.sealed);
      await unit.writer.putSecret({ ...record, sealed: await vault.seal(record.name, value) });
      unit.forgotten.push(record);
      count += 1;
    }
    if (count > 0) {
      unit.changes.push({
        action: 'secrets-rotated',
        bot: null,
        tool: null,
        subject: null,
        before: null,
        after: count,
      });
    }
    return count;
  }).then(async (count) => {
    await parts.store.change(async (writer) => {
      const records = await writer.listSecrets();
      if (records.every(({ sealed }) => vault.isOutdated?.(sealed) !== true)) await vault.dropOldKeys?.();
    });
    return count;
  });
}

/** Throws `SECRET_UNAVAILABLE` that names all that cannot be opened: their key must not be given up for another one. */
async function requireReadable(vault: SecretVault, records: readonly StoredSecret[]): Promise<void> {
  const problems: string[] = [];
  for (const { name, sealed } of records) {
    await vault.open(name, sealed).catch((error: unknown) => problems.push(`${name}: ${describeError(error)}`));
  }
  if (problems.length === 0) return;
  const which = problems.length === 1 ? 'a secret cannot be read' : `${problems.length} secrets cannot be read`;
  const shown = problems.slice(0, 10).join(' ');
  const message = `Nothing was changed, because ${which}. Mend that, set them again, or unset them. ${shown}`;
  throw new LoadoutError('SECRET_UNAVAILABLE', message, { details: { secrets: problems.length } });
}

function labelOf(name: string): SecretLabel {
  const subject = parseSecretName(name);
  if (subject?.kind === 'tool') return { bot: subject.bot, tool: subject.tool.toolName, subject: subject.field };
  return { bot: null, tool: null, subject: name };
}

/** Throws `SETTING_UNKNOWN` for what is neither the host's own nor a secret setting of a companion. */
function requireSettable({ companions }: OperatorParts, name: unknown, value: unknown): void {
  const subject = typeof name === 'string' ? parseSecretName(name) : undefined;
  if (subject === undefined) throw unknownSecret(name);
  if (subject.kind === 'host') return;
  if (subject.kind === 'tool') {
    const { tool, bot, field } = subject;
    const command = `loadout settings set ${tool.toolName} ${field}${bot === null ? '' : ` --bot ${bot}`}`;
    throw new LoadoutError('SETTING_UNKNOWN', `"${field}" is a setting of a tool. Set it there: ${command}`, {
      details: { name },
    });
  }
  const { companion: id, field } = subject;
  const companion = companions.find((one) => one.id === id);
  const fields = [...(companion?.settingsSchema?.fields.values() ?? [])].filter(({ secret }) => secret);
  const rule = fields.find((one) => one.name === field);
  if (rule === undefined) {
    const why = companion === undefined ? `No companion ${describeValue(id)} is configured.` : suggest(field, fields);
    throw new LoadoutError('SETTING_UNKNOWN', `There is no secret setting ${describeValue(name)}. ${why}`, {
      details: { name },
    });
  }
  const problem = isBlank(value) ? undefined : findValueProblem(rule, value);
  if (problem !== undefined) {
    throw new LoadoutError('COMPANION_SETTINGS_INVALID', `"${field}" of ${id} ${problem}.`, {
      details: { companion: id, field },
    });
  }
}

/**
 * The host's own secrets are sent in headers of HTTP. What a client would leave out of one, or change, would be another
 * text than the one that is looked for wherever a secret must not stand.
 */
function requireHeaderValue(name: string, value: string): void {
  if (isHeaderValue(value)) return;
  throw new LoadoutError(
    'TOOL_SETTINGS_INVALID',
    `The secret "${name}" is sent in a header: it may have printable ASCII characters, and no line break, and no space at its ends.`,
  );
}

function suggest(field: string, fields: readonly { readonly name: string }[]): string {
  return suggestWord(
    field,
    fields.map(({ name }) => name),
  );
}

function unknownSecret(name: unknown): LoadoutError {
  const known = `${HOST_SECRETS.join(', ')}, or companion:PACKAGE#FIELD`;
  return new LoadoutError(
    'SETTING_UNKNOWN',
    `The host has no secret ${describeValue(name)} of its own. It is ${known}; those of tools are set with "loadout settings set".`,
    { details: { name: typeof name === 'string' ? name : null } },
  );
}
