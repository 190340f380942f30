import { describeError } from '../companions/guard.js';
import { LoadoutError } from '../contract/errors.js';
import type { SecretVault } from '../contract/secret.js';
import type { ToolSubject } from '../contract/tool-subject.js';
import { formatSecretName, parseSecretName, type SecretSubject } from '../settings/secret-names.js';
import type { StoredSecret } from '../store/records.js';
import type { StoreReader } from '../store/roles.js';
import type { ChangeUnit } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';
import { SECRET_MASK } from './secret-mask.js';

/** Longer ones are documents, and would make redaction slow. */
const MAX_CHARACTERS = 20_000;

/** The vault of the host. Throws `SECRET_UNAVAILABLE` where it was given none. */
export function requireVault({ vault }: Pick<OperatorParts, 'vault'>): SecretVault {
  if (vault !== undefined) return vault;
  throw new LoadoutError(
    'SECRET_UNAVAILABLE',
    'This host keeps no secrets: it was given no vault. Pass one as the option "secrets" of createHost.',
  );
}

/** A value that can be kept. Throws `TOOL_SETTINGS_INVALID`. Never says the value. */
export function requireSecretValue(what: string, value: unknown): string {
  const problem =
    typeof value !== 'string'
      ? 'has to be text'
      : value.length > MAX_CHARACTERS
        ? `may have ${MAX_CHARACTERS} characters at most`
        : value === SECRET_MASK
          ? `cannot be ${SECRET_MASK}, which stands for a secret wherever one is shown`
          : undefined;
  if (problem === undefined) return value as string;
  throw new LoadoutError('TOOL_SETTINGS_INVALID', `${what} ${problem}.`);
}

/** How a secret is called in the log of changes. */
export interface SecretLabel {
  readonly bot: string | null;
  /** As bots have it; null for one that is no tool's. */
  readonly tool: string | null;
  /** The field, or the name of a secret that is no tool's. */
  readonly subject: string;
}

/** Seals and keeps a value, in place of the one before. */
export async function keepSecret(
  unit: ChangeUnit,
  vault: SecretVault,
  {
    name,
    value,
    sealed: early,
    label,
  }: { readonly name: string; readonly value: string; readonly sealed?: string; readonly label: SecretLabel },
): Promise<void> {
  const before = await findSecret(unit, name);
  // Sealed before the change, so that nobody waits for a keyring; but a key may have been replaced since.
  const isFresh = early !== undefined && vault.isOutdated?.(early) !== true;
  const sealed = isFresh ? early : await vault.seal(name, value);
  await unit.writer.putSecret({ name, sealed, updatedAt: unit.at });
  if (before !== undefined) unit.forgotten.push(before);
  unit.changes.push({
    action: 'secret-set',
    ...label,
    before: before === undefined ? null : SECRET_MASK,
    after: SECRET_MASK,
  });
}

/** Answers whether there was one. */
export async function dropSecret(unit: ChangeUnit, name: string, label: SecretLabel): Promise<boolean> {
  const before = await findSecret(unit, name);
  if (before === undefined) return false;
  await unit.writer.deleteSecret(name);
  unit.forgotten.push(before);
  unit.changes.push({ action: 'secret-unset', ...label, before: SECRET_MASK, after: null });
  return true;
}

/** What is kept under a name; undefined where nothing is. */
async function findSecret({ writer }: ChangeUnit, name: string): Promise<StoredSecret | undefined> {
  return (await writer.listSecrets()).find((one) => one.name === name);
}

/** A secret of a tool, with whose it is. */
export interface ToolSecret {
  readonly record: StoredSecret;
  readonly subject: Extract<SecretSubject, { kind: 'tool' }>;
}

/** Secrets of tools, also of tools that nobody lists. */
export async function listToolSecrets({
  writer,
}: {
  readonly writer: Pick<StoreReader, 'listSecrets'>;
}): Promise<readonly ToolSecret[]> {
  return (await writer.listSecrets()).flatMap((record) => {
    const subject = parseSecretName(record.name);
    return subject?.kind === 'tool' ? [{ record, subject }] : [];
  });
}

/**
 * Gives a secret to another tool or bot as well, or moves it there. What the other one has already stays. One
 * that cannot be opened stays where it is. Answers whether anything changed.
 */
export async function passSecret(
  unit: ChangeUnit,
  { record, subject }: ToolSecret,
  to: { readonly tool: ToolSubject; readonly bot: string | null; readonly name: string; readonly isMove: boolean },
): Promise<boolean> {
  const { vault } = unit;
  const name = formatSecretName({ ...subject, tool: to.tool, bot: to.bot });
  if (vault === undefined || name === record.name) return false;
  const hasOwn = (await findSecret(unit, name)) !== undefined;
  if (!hasOwn) {
    let value: string;
    try {
      value = await vault.open(record.name, record.sealed);
    } catch (error) {
      unit.remark(`The secret "${record.name}" could not be passed on: ${describeError(error)}`);
      return false;
    }
    await keepSecret(unit, vault, { name, value, label: { bot: to.bot, tool: to.name, subject: subject.field } });
  }
  if (to.isMove) {
    const label = { bot: subject.bot, tool: subject.tool.toolName, subject: subject.field };
    await dropSecret(unit, record.name, label);
  }
  return to.isMove || !hasOwn;
}
