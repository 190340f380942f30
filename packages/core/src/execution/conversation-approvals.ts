import { describeError } from '../companions/guard.js';
import type { Actor } from '../contract/actor.js';
import type { Change } from '../contract/audit.js';
import type { Clock } from '../contract/clock.js';
import type { Logger } from '../contract/logger.js';
import type { ConversationApproval } from '../store/records.js';
import type { Store } from '../store/roles.js';
import { lastingApprovalId, putLastingApproval } from './lasting-approvals.js';

/** What an approval for a conversation is looked up by. */
export type ConversationCover = Omit<ConversationApproval, 'approvedAt'>;

/** Who allows where the embedder's approver answered at once: who that was, the host is not told. */
const approver: Actor = { name: 'approver', via: 'host' };

/**
 * Approvals that hold for a conversation, as the store has them: other processes know them, and a restart does. A store
 * that fails is logged, and the person is asked again.
 */
export class ConversationApprovals {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(parts: { readonly store: Store; readonly clock: Clock; readonly logger: Logger }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#logger = parts.logger;
  }

  async has({ botId, conversationId, owner, toolName, definitionHash }: ConversationCover): Promise<boolean> {
    try {
      const known = await this.#store.listConversationApprovals(botId, conversationId);
      return known.some(
        (one) => one.owner === owner && one.toolName === toolName && one.definitionHash === definitionHash,
      );
    } catch (error) {
      this.#report('Approvals of a conversation cannot be read; a person is asked again', error);
      return false;
    }
  }

  /** Answers whether it is kept, which the audit log then says as well. */
  async add(cover: ConversationCover): Promise<boolean> {
    try {
      const approvedAt = new Date(this.#clock.now()).toISOString();
      await this.#store.change(async (writer) => {
        const revoked = await putLastingApproval(writer, { ...cover, approvedAt });
        await writer.addAudit(approvedAt, approver, [describeAllowing(cover), ...revoked]);
      });
      return true;
    } catch (error) {
      this.#report('An approval for a conversation cannot be kept; it holds for this turn', error);
      return false;
    }
  }

  #report(what: string, error: unknown): void {
    const message = `${what}: ${describeError(error)}`;
    this.#logger({ level: 'error', event: 'approvals-failed', message, error });
  }
}

function describeAllowing(cover: ConversationCover): Change {
  const { botId: bot, toolName: tool, conversationId: conversation } = cover;
  const after = { decision: 'allow', scope: 'conversation', reason: null, conversation };
  return { action: 'approval-allowed', bot, tool, subject: lastingApprovalId(cover), before: null, after };
}
