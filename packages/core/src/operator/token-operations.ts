import { randomBytes } from 'node:crypto';
import { describeValue } from '../catalogue/describe-value.js';
import { wrongArgument } from '../catalogue/wrong-argument.js';
import { describeError, invoke, withDeadline } from '../companions/guard.js';
import { type AccessToken, type NewAccessToken, ROLES } from '../contract/access.js';
import type { Actor } from '../contract/actor.js';
import type { Change } from '../contract/audit.js';
import { CONFIDENCE_LEVELS, isConfidenceLevel } from '../contract/confidence.js';
import { LoadoutError } from '../contract/errors.js';
import type { Host } from '../host-interface.js';
import { isPlainObject } from '../schema/copy-json.js';
import { suggestWord } from '../schema/nearest-word.js';
import { requireBotId } from '../store/bot-id.js';
import type { StoredToken } from '../store/records.js';
import { isRealDay } from './is-real-day.js';
import { requireBot } from './loadouts.js';
import { makeChange } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';
import { findNameProblem, MAX_NAME_CHARACTERS } from './read-name.js';
import { describeSessionEnd, endSessionsOf, isValidAt, openSession } from './session-operations.js';
import { hashSecret } from './token-book.js';

const SECRET_BYTES = 32;

/** Nobody waits longer for what only dates depend on. */
const USES_TIMEOUT_MS = 1_000;

const fields = ['name', 'role', 'bot', 'confidence', 'expiresAt'];

/** A date, or a time with its zone. */
const timePattern = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Who may reach the host from outside. See `Host.tokens`. */
export function createTokenOperations(parts: OperatorParts, actor: Actor): Host['tokens'] {
  return {
    async create(token) {
      const checked = readNewToken(token, parts.clock.now());
      const secret = `loadout_${randomBytes(SECRET_BYTES).toString('base64url')}`;
      const id = parts.createId();
      const stored = await makeChange(parts, actor, async ({ writer, changes, at }) => {
        if (checked.bot !== null) await requireBot(writer, checked.bot);
        const added: StoredToken = {
          id,
          ...checked,
          createdAt: at,
          createdBy: actor.name.slice(0, MAX_NAME_CHARACTERS),
          revokedAt: null,
          session: null,
          secretHash: hashSecret(secret),
        };
        await writer.addToken(added);
        const { name, role, confidence, expiresAt } = checked;
        const after = { name, role, confidence, expiresAt };
        changes.push({ action: 'token-created', bot: checked.bot, tool: null, subject: id, before: null, after });
        return added;
      });
      return { token: describeToken(stored, null), secret };
    },

    async list() {
      const [tokens, uses] = await Promise.all([parts.store.listTokens(), listUses(parts)]);
      return tokens.map((token) => describeToken(token, uses.get(token.id) ?? null));
    },

    async revoke(id) {
      if (typeof id !== 'string') throw wrongArgument('tokens.revoke', 'id', 'a text', id);
      return makeChange(parts, actor, async (unit) => {
        const { writer, changes, at } = unit;
        const before = (await writer.listTokens()).find((token) => token.id === id);
        // The store says that there is none.
        if (before === undefined || before.revokedAt === null) await writer.revokeToken(id, at);
        if (before === undefined || before.revokedAt !== null) return false;
        changes.push(before.session === null ? describeRevocation(before) : describeSessionEnd(before));
        await endSessionsOf(unit, id);
        return isValidAt(before, Date.parse(at));
      });
    },

    authenticate: (secret) => parts.tokenBook.authenticate(secret),

    async openSession(signIn) {
      const opened = await openSession(parts, actor, signIn);
      return opened && { token: describeToken(opened.stored, null), secret: opened.secret };
    },

    authenticateSession: (secret) => parts.tokenBook.authenticateSession(secret),
  };
}

/** When tokens were last used. Whoever keeps that is the embedder's: without an answer nothing is known of it. */
async function listUses({ tokenUses, clock, logger }: OperatorParts): Promise<ReadonlyMap<string, string>> {
  const what = 'list of the token uses';
  try {
    const uses: unknown = await withDeadline(
      invoke(() => tokenUses.list()),
      { clock, ms: USES_TIMEOUT_MS, what },
    );
    if (uses instanceof Map) return uses;
    throw new TypeError(`it is ${describeValue(uses)}, and has to be a map`);
  } catch (error) {
    const message = `When tokens were last used cannot be told: ${describeError(error)}`;
    logger({ level: 'warn', event: 'token-uses-unread', message, error });
    return new Map();
  }
}

/** The end of a token, for the log. */
export function describeRevocation({ id, bot, name }: StoredToken): Change {
  return { action: 'token-revoked', bot, tool: null, subject: id, before: { name }, after: null };
}

/** A token without its secret's hash. */
function describeToken({ secretHash: _, ...token }: StoredToken, lastUsedAt: string | null): AccessToken {
  return Object.freeze({ ...token, lastUsedAt });
}

type CheckedToken = Pick<AccessToken, 'name' | 'role' | 'bot' | 'confidence' | 'expiresAt'>;

function readNewToken(token: NewAccessToken, now: number): CheckedToken {
  const given: unknown = token;
  if (!isPlainObject(given)) throw invalidToken('token', 'an object with a name and a role or a bot', given);
  const unknown = Object.keys(given).find((field) => !fields.includes(field));
  if (unknown !== undefined) {
    throw new LoadoutError('TOKEN_INVALID', `A token has no field "${unknown}". ${suggestWord(unknown, fields)}`, {
      details: { field: unknown },
    });
  }
  const { name, role = null, bot = null, confidence = 'UNKNOWN', expiresAt = null } = token;
  const problem = findNameProblem(name);
  if (problem !== undefined) {
    throw new LoadoutError('TOKEN_INVALID', `"name" of a token ${problem}`, { details: { field: 'name' } });
  }
  if (role !== null && !ROLES.includes(role)) throw invalidToken('role', `one of ${ROLES.join(', ')}`, role);
  if ((role === null) === (bot === null)) {
    const came = role === null ? 'has neither' : 'has both';
    const message = `A token is for a role or for one bot, and this one ${came}. Give exactly one of "role" and "bot".`;
    throw new LoadoutError('TOKEN_INVALID', message, { details: { field: 'role' } });
  }
  if (bot !== null) requireBotId(bot);
  if (!isConfidenceLevel(confidence)) {
    throw invalidToken('confidence', `one of ${Object.keys(CONFIDENCE_LEVELS).join(', ')}`, confidence);
  }
  return { name, role, bot, confidence, expiresAt: expiresAt === null ? null : requireFuture(expiresAt, now) };
}

function requireFuture(expiresAt: unknown, now: number): string {
  const isTime = typeof expiresAt === 'string' && timePattern.test(expiresAt) && isRealDay(expiresAt);
  const time = isTime ? Date.parse(expiresAt) : Number.NaN;
  if (Number.isNaN(time)) throw invalidToken('expiresAt', 'a time such as 2030-01-31T12:00:00Z', expiresAt);
  if (time <= now) throw invalidToken('expiresAt', 'in the future', expiresAt);
  return new Date(time).toISOString();
}

function invalidToken(field: string, expected: string, value: unknown): LoadoutError {
  return new LoadoutError(
    'TOKEN_INVALID',
    `"${field}" of a token has to be ${expected}, but is ${describeValue(value)}.`,
    {
      details: { field },
    },
  );
}
