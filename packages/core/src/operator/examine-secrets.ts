import { describeError } from '../companions/guard.js';
import type { Finding, FindingCode, FindingDetails } from '../contract/finding.js';
import type { SecretVault } from '../contract/secret.js';
import { parseSecretName } from '../settings/secret-names.js';
import { LEAST_REDACTED_CHARACTERS } from '../settings/secret-needles.js';
import type { OperatorView } from '../turn/operator-view.js';
import { listHeirs, nameTool } from '../turn/tool-names.js';
import type { KnownTools } from './known-tools.js';
import type { OperatorParts } from './operator-parts.js';
import { type AssignedName, isAssigned } from './tool-reference.js';

/** Where secrets are kept and why, and those that cannot be read, not be redacted, or belong to nobody. */
export async function examineSecrets(
  { vault, store }: OperatorParts,
  tools: KnownTools,
  { view: { secrets }, uses }: { readonly view: OperatorView; readonly uses: readonly AssignedName[] },
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const about = (
    [level, code]: readonly [Finding['level'], FindingCode],
    subject: string,
    { message, remedy = null, details = {} }: Partial<Finding> & Pick<Finding, 'message'>,
  ): void => {
    findings.push({ level, area: 'secrets', code, details, subject, message, remedy });
  };
  const problems = await examineVault(vault);
  // One in memory is nobody's choice.
  if (vault !== undefined && vault.kind !== 'memory')
    about(['note', 'vault-chosen'], vault.kind, {
      message: vault.reason,
      details: { kind: vault.kind, error: vault.reason },
    });
  for (const problem of problems) {
    about(['error', 'vault-broken'], vault?.kind ?? 'vault', { message: problem, details: { error: problem } });
  }
  const outdated = (await store.listSecrets()).filter(({ sealed }) => vault?.isOutdated?.(sealed) === true);
  const readable = outdated.filter(({ name }) => secrets.opened.get(name)?.value !== undefined).length;
  if (vault !== undefined && readable > 0) {
    const what = readable === 1 ? 'A secret is' : `${readable} secrets are`;
    const message = `${what} still sealed with another key, or elsewhere, than new ones are. Keep that key until then.`;
    const remedy = 'loadout secrets rotate';
    about(['warning', 'secrets-outdated'], vault.kind, { message, remedy, details: { count: readable } });
  }
  for (const { name, value, problem } of secrets.opened.values()) {
    const subject = parseSecretName(name);
    const details = { name, ...detailsOf(subject) };
    if (problem !== undefined) {
      // What is wrong with the vault itself is mended there: setting it again would fail as well.
      const remedy = problems.length > 0 ? null : remedyOf(name);
      const message = `It counts as not set: ${problem}`;
      about(['error', 'secret-unreadable'], name, { message, remedy, details: { ...details, error: problem } });
    } else if (value !== undefined && value.length < LEAST_REDACTED_CHARACTERS) {
      const message = `It has fewer than ${LEAST_REDACTED_CHARACTERS} characters, and cannot be redacted in results, logs and traces.`;
      const remedy = 'Use a longer one, if the service has such.';
      const short = { ...details, count: LEAST_REDACTED_CHARACTERS };
      about(['warning', 'secret-short'], name, { message, remedy, details: short });
    }
    const remedy = `loadout secrets unset ${name}`;
    if (subject === undefined) {
      about(['note', 'secret-unknown'], name, { message: 'Nothing of this version uses it.', remedy, details });
    }
    if (subject?.kind !== 'tool') continue;
    const named = nameTool(tools.catalogue, subject.tool);
    const isHeld = named.state === 'listed' || listHeirs(tools.catalogue, subject.tool).length > 0;
    if (!isHeld && !isAssigned(tools.catalogue, named, uses)) {
      const message = 'It is set, and nobody lists the tool at present.';
      about(['note', 'secret-tool-absent'], name, { message, remedy, details });
    }
  }
  return findings;
}

async function examineVault(vault: SecretVault | undefined): Promise<readonly string[]> {
  try {
    return (await vault?.examine?.()) ?? [];
  } catch (error) {
    return [`It could not be examined: ${describeError(error)}`];
  }
}

function detailsOf(subject: ReturnType<typeof parseSecretName>): FindingDetails {
  if (subject?.kind !== 'tool') return {};
  const { tool, field, bot } = subject;
  return { owner: tool.owner, tool: tool.toolName, field, ...(bot === null ? {} : { bot }) };
}

function remedyOf(name: string): string {
  const subject = parseSecretName(name);
  if (subject?.kind !== 'tool') return `loadout secrets set ${name}`;
  const { tool, field, bot } = subject;
  return `loadout settings set ${tool.toolName} ${field}${bot === null ? '' : ` --bot ${bot}`}`;
}
