import { api, read } from '../../../api/client.js';
import { type ApiProblem, isApiProblem } from '../../../api/problem.js';
import { findRevision, noteRevision } from './known-revisions.js';
import type { LoadoutChange, LoadoutChanged } from './loadout-types.js';

/** As many as one request may have. */
const changesAtOnce = 1_000;

/** A change that the host does not make, and why. */
export interface Refused {
  readonly change: LoadoutChange;
  readonly message: string;
}

/** What became of changes. */
export interface Sent {
  readonly changed: string[];
  /** In the order in which they are to be made. */
  readonly undo: LoadoutChange[];
  readonly refused: Refused[];
  /** Not made, for `error`. */
  readonly rest: LoadoutChange[];
  error: unknown;
}

/**
 * Makes changes. What the host refuses of several is found by halving them, so that the rest is made all the same; `isWhole`:
 * a refusal ends it instead.
 */
export async function sendChanges(bot: string, changes: readonly LoadoutChange[], isWhole: boolean): Promise<Sent> {
  const sent: Sent = { changed: [], undo: [], refused: [], rest: [], error: undefined };
  for (let first = 0; first < changes.length; first += changesAtOnce) {
    await sendPart(bot, changes.slice(first, first + changesAtOnce), isWhole, sent);
  }
  return sent;
}

async function sendPart(bot: string, part: readonly LoadoutChange[], isWhole: boolean, sent: Sent): Promise<void> {
  if (sent.error !== undefined) {
    sent.rest.push(...part);
    return;
  }
  try {
    const { changed, undo } = await patch(bot, part);
    sent.changed.push(...changed);
    sent.undo.unshift(...undo);
  } catch (error) {
    const [only] = part;
    if (isWhole || !isRefusal(error)) {
      sent.error = error;
      sent.rest.push(...part);
    } else if (part.length === 1 && only !== undefined) {
      sent.refused.push({ change: only, message: error.message });
    } else {
      const middle = Math.ceil(part.length / 2);
      await sendPart(bot, part.slice(0, middle), isWhole, sent);
      await sendPart(bot, part.slice(middle), isWhole, sent);
    }
  }
}

async function patch(bot: string, changes: readonly LoadoutChange[]): Promise<LoadoutChanged> {
  const known = findRevision(bot);
  const answer = api.PATCH('/api/v1/bots/{bot}/loadout', {
    params: { path: { bot }, header: known === undefined ? {} : { 'If-Match': `"${known.revision}"` } },
    body: { changes: [...changes] },
  });
  const changed = await read(answer);
  noteRevision(bot, changed.revision, (await answer).response);
  return changed;
}

/** The host looked at it and does not make it; it would not make it later either. */
function isRefusal(error: unknown): error is ApiProblem {
  return isApiProblem(error) && [400, 404, 409].includes(error.status) && error.code !== 'BOT_UNKNOWN';
}
