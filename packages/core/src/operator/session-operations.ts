import { randomBytes } from 'node:crypto';
import { wrongArgument } from '../catalogue/wrong-argument.js';
import type { SignIn } from '../contract/access.js';
import type { Actor } from '../contract/actor.js';
import type { Change } from '../contract/audit.js';
import { LoadoutError } from '../contract/errors.js';
import { isObject } from '../contract/json.js';
import type { StoredToken } from '../store/records.js';
import type { StoreWriter } from '../store/roles.js';
import { type ChangeUnit, makeChange } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';
import { cleanName } from './read-name.js';
import { hashSecret, SESSION_PREFIX } from './token-book.js';

/** A day's work. Whoever has a token signs in again. */
const SESSION_MS = 12 * 60 * 60 * 1000;

/** Sessions of one token: with one more the oldest ends. */
const MAX_SESSIONS = 100;

const SECRET_BYTES = 32;

/** A session as it is kept, and the secret that is nowhere else. */
export interface OpenedSession {
  readonly stored: StoredToken;
  readonly secret: string;
}

/** What a session takes over. */
type Parent = Pick<StoredToken, 'name' | 'role' | 'confidence' | 'expiresAt'> & { readonly id: string | null };

/**
 * Opens a session of the token that signs in; undefined where there is none that is valid. Sessions that have ended go
 * then, so that they fill no store. Throws `TOKEN_INVALID` for the token of a bot.
 */
export async function openSession(
  parts: OperatorParts,
  actor: Actor,
  signIn: SignIn,
): Promise<OpenedSession | undefined> {
  const given = readSignIn(signIn);
  // Who has none makes nobody wait for a change.
  if ('secret' in given && (await parts.tokenBook.authenticate(given.secret)) === undefined) return undefined;
  const id = parts.createId();
  const secret = `${SESSION_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const stored = await makeChange(parts, actor, async (unit) => {
    const parent = await findParent(unit, given);
    if (parent === undefined) return undefined;
    await makeRoom(unit, parent.id);
    const added = makeSession(parent, { id, secret, at: unit.at });
    await unit.writer.addToken(added);
    const { name, role, expiresAt } = added;
    const after = { name, role, expiresAt, of: parent.id };
    unit.changes.push({ action: 'session-opened', bot: null, tool: null, subject: id, before: null, after });
    return added;
  });
  return stored && { stored, secret };
}

/** Whether a token would be taken at a time. */
export function isValidAt({ revokedAt, expiresAt }: StoredToken, at: number): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > at);
}

/** Ends the sessions of a token, which ends itself. */
export async function endSessionsOf({ writer, at, changes }: ChangeUnit, tokenId: string): Promise<void> {
  for (const session of await listSessions(writer, tokenId)) {
    if (!isValidAt(session, Date.parse(at))) continue;
    await writer.revokeToken(session.id, at);
    changes.push(describeSessionEnd(session));
  }
}

/** The end of a session, for the log. */
export function describeSessionEnd({ id, name, session }: StoredToken): Change {
  const before = { name, of: session?.of ?? null };
  return { action: 'session-ended', bot: null, tool: null, subject: id, before, after: null };
}

async function listSessions(writer: StoreWriter, tokenId: string | null): Promise<readonly StoredToken[]> {
  return (await writer.listTokens()).filter(({ session }) => session !== null && session.of === tokenId);
}

/** As it is at the moment of the change: it may just have been revoked. */
async function findParent({ writer, at }: ChangeUnit, signIn: SignIn): Promise<Parent | undefined> {
  if (!('secret' in signIn)) {
    return { id: null, name: signIn.starter, role: 'admin', confidence: 'HIGH', expiresAt: null };
  }
  const token = await writer.findToken(hashSecret(signIn.secret));
  if (token === undefined || token.session !== null || !isValidAt(token, Date.parse(at))) return undefined;
  if (token.bot === null) return token;
  const message = `The token "${token.name}" is for the tools of the bot ${token.bot} alone: no session can be opened with it. Take a token with a role.`;
  throw new LoadoutError('TOKEN_INVALID', message, { details: { tokenId: token.id } });
}

/** What has ended is deleted, of whichever token it is; the log of changes has it. */
async function makeRoom({ writer, at, changes }: ChangeUnit, parentId: string | null): Promise<void> {
  const sessions = (await writer.listTokens()).filter(({ session }) => session !== null);
  const ended = sessions.filter((one) => !isValidAt(one, Date.parse(at)));
  const open = sessions.filter((one) => one.session?.of === parentId && isValidAt(one, Date.parse(at)));
  const tooMany = open.slice(0, Math.max(0, open.length - MAX_SESSIONS + 1));
  for (const one of tooMany) changes.push(describeSessionEnd(one));
  for (const { id } of [...ended, ...tooMany]) await writer.deleteToken(id);
}

function makeSession(
  { id: of, name, role, confidence, expiresAt }: Parent,
  { id, secret, at }: { readonly id: string; readonly secret: string; readonly at: string },
): StoredToken {
  const ends = Math.min(
    Date.parse(at) + SESSION_MS,
    expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
  );
  return {
    id,
    name,
    role,
    bot: null,
    confidence,
    createdAt: at,
    createdBy: name,
    expiresAt: new Date(ends).toISOString(),
    revokedAt: null,
    session: { of },
    secretHash: hashSecret(secret),
  };
}

function readSignIn(signIn: unknown): SignIn {
  if (!isObject(signIn))
    throw wrongArgument('tokens.openSession', 'signIn', 'an object with secret or starter', signIn);
  const { secret, starter } = signIn as { readonly secret?: unknown; readonly starter?: unknown };
  if (starter === undefined) {
    if (typeof secret !== 'string') throw wrongArgument('tokens.openSession', 'secret', 'a text', secret);
    return { secret };
  }
  const name = typeof starter === 'string' ? cleanName(starter) : '';
  if (secret !== undefined || name === '') {
    throw wrongArgument(
      'tokens.openSession',
      'starter',
      'a text that is not blank, without a secret beside it',
      starter,
    );
  }
  return { starter: name };
}
