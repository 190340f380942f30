import { type AccessToken, CONFIDENCE_LEVELS, type ConfidenceLevel, ROLES, requireBotId } from '@loadout/core';
import { UsageError } from '../config/usage-error.js';
import { neutraliseLine } from '../output/neutralise.js';
import { formatTable } from '../output/table.js';
import type { Session } from '../session.js';
import { parseTime } from './parse-time.js';
import { requireChoice } from './require-choice.js';

interface Flags {
  readonly json?: boolean;
}

/** What a new token is made of. */
interface CreateFlags extends Flags {
  readonly name: string;
  readonly role?: string;
  readonly bot?: string;
  readonly confidence?: string;
  readonly expires?: string;
}

/** Makes a token. Its secret is alone on standard output, so that a script can take it from there. */
export async function createToken({ host, out }: Session, flags: CreateFlags): Promise<number> {
  const { name, role, bot, confidence, expires } = flags;
  if ((role === undefined) === (bot === undefined)) {
    throw new UsageError('A token needs either --role viewer, operator or admin, or --bot BOT.');
  }
  if (role !== undefined && confidence !== undefined) {
    throw new UsageError(
      '--confidence goes with --bot alone: calls with a token that has a role are your own, and count as HIGH.',
    );
  }
  const levels = Object.keys(CONFIDENCE_LEVELS) as ConfidenceLevel[]; // the keys of a literal object
  const { token, secret } = await host.tokens.create({
    name,
    ...(role === undefined ? {} : { role: requireChoice('--role', role, ROLES) }),
    ...(bot === undefined ? {} : { bot: requireBotId(bot) }),
    ...(confidence === undefined ? {} : { confidence: requireChoice('--confidence', confidence, levels) }),
    ...(expires === undefined ? {} : { expiresAt: readExpiry(expires) }),
  });
  if (flags.json) out.printJson({ token, secret });
  else {
    out.print(secret);
    const until = token.expiresAt === null ? 'does not expire' : `is valid until ${token.expiresAt}`;
    out.note(
      `This is the token ${token.id} (${describeReach(token)}); it ${until}, and is shown only here. End it with "loadout token revoke ${token.id}".`,
    );
  }
  return 0;
}

/** Tokens without their secrets. */
export async function listTokens({ host, out }: Session, flags: Flags): Promise<number> {
  const tokens = await host.tokens.list();
  if (flags.json) out.printJson({ tokens });
  else if (tokens.length === 0) out.print('There is no token. Make one with "loadout token create".');
  else {
    const now = Date.now();
    const rows = tokens.map((token) => [
      token.id,
      describeReach(token),
      describeState(token, now),
      // The uses of a session count for its token.
      token.session === null ? (token.lastUsedAt ?? 'never') : '-',
      token.name,
    ]);
    const titles = ['TOKEN', 'MAY', 'STATE', 'LAST USED', 'NAME'];
    for (const line of formatTable({ titles, rows, last: 'cut' }, out)) out.print(line);
  }
  return 0;
}

/** Ends a token. */
export async function revokeToken({ host, out }: Session, id: string, flags: Flags): Promise<number> {
  const wasValid = await host.tokens.revoke(id);
  if (flags.json) out.printJson({ id, wasValid });
  else if (wasValid) out.print(`${neutraliseLine(id)} is not valid any more.`);
  else out.warn(`${id} was not valid before either.`);
  return 0;
}

function readExpiry(text: string): string {
  return new Date(parseTime(text, { flag: '--expires', now: Date.now(), direction: 'ahead' })).toISOString();
}

function describeReach({ role, bot, confidence, session }: AccessToken): string {
  if (bot !== null) return `call as ${bot}, ${confidence}`;
  return session === null ? (role ?? 'nothing') : `${role ?? 'nothing'}, session`;
}

function describeState({ revokedAt, expiresAt }: AccessToken, now: number): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (expiresAt === null) return 'valid';
  return Date.parse(expiresAt) <= now ? `expired ${expiresAt}` : `valid until ${expiresAt}`;
}
