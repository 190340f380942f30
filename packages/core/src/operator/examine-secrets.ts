import { describeError } from '../companions/guard.js';
import type { Finding } from '../contract/finding.js';
import type { SecretVault } from '../contract/secret.js';
import { parseSecretName } from '../settings/secret-names.js';
import { LEAST_REDACTED_CHARACTERS } from '../settings/secret-needles.js';
import type { OperatorView } from '../turn/operator-view.js';
import { findSubject, type KnownTools } from './known-tools.js';
import type { OperatorParts } from './operator-parts.js';

/** Where secrets are kept and why, and those that cannot be read, not be redacted, or belong to nobody. */
export async function examineSecrets(
  { vault }: OperatorParts,
  tools: KnownTools,
  { secrets }: OperatorView,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const about = (level: Finding['level'], subject: string, message: string, remedy: string | null): void => {
    findings.push({ level, area: 'secrets', subject, message, remedy });
  };
  const problems = await examineVault(vault);
  // One in memory is nobody's choice.
  if (vault !== undefined && vault.kind !== 'memory') about('note', vault.kind, vault.reason, null);
  for (const problem of problems) about('error', vault?.kind ?? 'vault', problem, null);
  for (const { name, value, problem } of secrets.opened.values()) {
    if (problem !== undefined) {
      about('error', name, `It counts as not set: ${problem}`, remedyOf(name));
    } else if (value !== undefined && value.length < LEAST_REDACTED_CHARACTERS) {
      const message = `It has fewer than ${LEAST_REDACTED_CHARACTERS} characters, and cannot be redacted in results, logs and traces.`;
      about('warning', name, message, 'Use a longer one, if the service has such.');
    }
    const subject = parseSecretName(name);
    if (subject === undefined) about('note', name, 'Nothing of this version uses it.', `loadout secrets unset ${name}`);
    if (subject?.kind === 'tool' && findSubject(tools, subject.tool) === undefined) {
      about('note', name, 'It is set, and nobody lists the tool at present.', `loadout secrets unset ${name}`);
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

function remedyOf(name: string): string {
  const subject = parseSecretName(name);
  if (subject?.kind !== 'tool') return `loadout secrets set ${name}`;
  const { tool, field, bot } = subject;
  return `loadout settings set ${tool.toolName} ${field}${bot === null ? '' : ` --bot ${bot}`}`;
}
