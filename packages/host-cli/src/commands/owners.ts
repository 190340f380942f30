import { neutraliseLine } from '../output/neutralise.js';
import type { Session } from '../session.js';
import { awaitLists } from './await-lists.js';

/** Which owner takes over from which. */
interface Acceptance {
  readonly oldOwner: string;
  readonly newOwner: string;
  readonly json: boolean;
}

/** Takes one owner's tools for those of another one, for every bot. */
export async function acceptOwner({ host, out }: Session, { oldOwner, newOwner, json }: Acceptance): Promise<number> {
  // What the new one lists decides what moves.
  await awaitLists(host, { owners: [newOwner] });
  const accepted = await host.owners.accept(oldOwner, newOwner);
  if (json) {
    out.printJson(accepted);
    return 0;
  }
  const { tools, bots, settings, decisions, isFormerly } = accepted;
  const [from, to] = [neutraliseLine(oldOwner), neutraliseLine(newOwner)];
  if (tools.length === 0) {
    const rest = settings + decisions === 0 ? ' Nothing was changed.' : '';
    out.print(`No bot has a tool of ${from} that ${to} lists.${rest}`);
  } else {
    out.print(`From ${from} to ${to}: ${tools.map(neutraliseLine).join(', ')}.`);
    out.print(`Bots that have them: ${bots.join(', ') || 'none'}.`);
  }
  if (settings + decisions > 0)
    out.print(`What was set for its tools moved: settings ${settings}, decisions ${decisions}.`);
  if (isFormerly) out.print(`${to} states that it was formerly ${from}; all of its tools moved.`);
  return 0;
}
