import type { Catalogue } from '../catalogue/catalogue.js';
import type { Assignment } from '../store/records.js';
import type { OperatorParts } from './operator-parts.js';
import { maskSecrets, SecretMask } from './secret-mask.js';

/** Assignments as people see them: without what is a secret by the settings of the tools now. */
export async function maskAssignments(
  { store, loadChecker }: Pick<OperatorParts, 'store' | 'loadChecker'>,
  catalogue: Catalogue,
  assignments: readonly Assignment[],
): Promise<readonly Assignment[]> {
  if (assignments.every(({ settingsOverride }) => settingsOverride === null)) return assignments;
  const mask = new SecretMask({ catalogue, checker: await loadChecker() });
  const masked: Assignment[] = [];
  for (const row of assignments) {
    const { settingsOverride } = row;
    const secrets = settingsOverride === null ? undefined : (await mask.settingsOf(row, store)).secrets;
    const shown = secrets === undefined ? null : maskSecrets(secrets, settingsOverride);
    masked.push(shown === settingsOverride ? row : Object.freeze({ ...row, settingsOverride: shown }));
  }
  return Object.freeze(masked);
}
