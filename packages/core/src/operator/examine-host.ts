import { describeError } from '../companions/guard.js';
import { isLoadoutError } from '../contract/errors.js';
import type { Finding } from '../contract/finding.js';
import { examineApprovals } from './examine-approvals.js';
import { collectUses, examineAssignments } from './examine-assignments.js';
import { examineCompanions, examineDefinitions } from './examine-companions.js';
import { examineDecisions } from './examine-decisions.js';
import { examineOrganisation } from './examine-organisation.js';
import { examineSecrets } from './examine-secrets.js';
import { examineSettings } from './examine-settings.js';
import { collectTools } from './known-tools.js';
import type { OperatorParts } from './operator-parts.js';

/** What an operator should know of, each with what to do about it. See `Host.examine`. */
export async function examineHost(
  parts: OperatorParts,
  { database: withDatabase = true, signal }: { readonly database?: boolean; readonly signal?: AbortSignal } = {},
): Promise<readonly Finding[]> {
  const database = withDatabase ? await examineDatabase(parts) : [];
  try {
    return [...(await examineContent(parts, signal)), ...database];
  } catch (error) {
    if (!isLoadoutError(error, 'STORE_UNAVAILABLE')) throw error;
    // What cannot be read is a finding itself, and the reason why there are no others.
    const unread = describeDatabase(`Not all of it can be read: ${error.message}`);
    return [...examineCompanions(parts, []), ...(database.length === 0 ? [unread] : database)];
  }
}

async function examineContent(parts: OperatorParts, signal: AbortSignal | undefined): Promise<readonly Finding[]> {
  const { store } = parts;
  const tools = await collectTools(parts);
  const view = await parts.view();
  const [uses, stored, decisions] = await Promise.all([
    collectUses(store, tools, signal),
    store.listToolSettings(),
    store.listDecisions(),
  ]);
  return [
    ...examineCompanions(parts, uses),
    ...examineDefinitions(parts, tools, view),
    ...examineDecisions(parts, tools, { decisions, uses }),
    ...examineOrganisation(tools, view, uses),
    ...(await examineSecrets(parts, tools, { view, uses })),
    ...(await examineSettings(parts, tools, { stored, uses, view })),
    ...examineAssignments(parts, tools, { uses, view }),
    ...(await examineApprovals(parts)),
  ];
}

async function examineDatabase({ store }: OperatorParts): Promise<readonly Finding[]> {
  try {
    return ((await store.examine?.()) ?? []).map(describeDatabase);
  } catch (error) {
    return [describeDatabase(`It could not be examined: ${describeError(error)}`)];
  }
}

function describeDatabase(message: string): Finding {
  return {
    level: 'error',
    area: 'database',
    code: 'database-broken',
    details: { error: message },
    subject: 'database',
    message,
    remedy: 'Stop all processes that use the database, keep a copy of the file, and put the last backup in its place.',
  };
}
