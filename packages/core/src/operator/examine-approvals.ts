import type { Finding } from '../contract/finding.js';
import { createApprovalOperations } from './approval-operations.js';
import type { OperatorParts } from './operator-parts.js';

/** A call that waits for longer is worth a word. */
const LONG_MS = 24 * 60 * 60 * 1_000;

/** Calls that wait long for a person: they are not run once their time is up. */
export async function examineApprovals(parts: OperatorParts): Promise<readonly Finding[]> {
  const now = parts.clock.now();
  const approvals = await createApprovalOperations(parts, { name: 'loadout', via: 'host' }).list();
  return approvals
    .filter(({ state, requestedAt }) => state === 'waiting' && now - Date.parse(requestedAt) >= LONG_MS)
    .map(({ id, botId, tool, requestedAt, expiresAt }) => ({
      level: 'warning',
      area: 'approvals',
      code: 'approval-waits',
      details: { approval: id, tool, bot: botId, since: requestedAt, until: expiresAt },
      subject: id,
      message: `A call of "${tool}" by ${botId} has waited for a person since ${requestedAt}; it is not run after ${expiresAt}.`,
      remedy: `loadout approvals allow ${id}, or: loadout approvals deny ${id}`,
    }));
}
