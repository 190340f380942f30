import type { ApprovalDecision, ApprovalRequest, Approver, JsonObject } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import { briefArguments } from './brief-value.js';
import type { ChatScreen } from './chat-screen.js';
import type { LineReader } from './line-reader.js';

/** What a question about a call shows. */
export interface AskedCall {
  readonly label: string;
  readonly tool: string;
  readonly owner: string;
  readonly arguments: JsonObject;
}

const prompt = 'Allow it? [o]nce, for this [t]urn, for the [c]onversation, [d]eny, [l]ater: ';
const later: ApprovalDecision = { decision: 'later' };

/** An approver that asks whoever sits at the terminal; where nobody does, the turn waits. */
export function createApprover(reader: LineReader | undefined, screen: ChatScreen): Approver {
  return (request: ApprovalRequest) => askApproval(request, { reader, screen, signal: request.signal });
}

/** Asks until there is an answer. The end of the input means later. */
export async function askApproval(
  call: AskedCall,
  {
    reader,
    screen,
    signal,
  }: { readonly reader: LineReader | undefined; readonly screen: ChatScreen; readonly signal: AbortSignal },
): Promise<ApprovalDecision> {
  if (!reader?.isInteractive) return later;
  const { label, tool, owner } = call;
  screen.say(neutraliseLine(`${label} (${tool} of ${owner}) wants to run with: `));
  // All of it: nobody can allow what is cut off.
  const shown = briefArguments(call.arguments, Infinity);
  screen.say(`  ${shown}`);
  if (shown.includes('[masked]'))
    screen.say('  [masked] is what the tool declares sensitive: it runs with it, and nobody is shown it.');
  for (;;) {
    // What was typed before the question was there to be read is no answer to it.
    const line = await reader.read(prompt, { signal, isFresh: true });
    if (line === null) return later;
    switch (line.trim().toLowerCase()) {
      case 'o':
      case 'once':
        return { decision: 'allow', scope: 'once' };
      case 't':
      case 'turn':
        return { decision: 'allow', scope: 'turn' };
      case 'c':
      case 'conversation':
        return { decision: 'allow', scope: 'conversation' };
      case 'l':
      case 'later':
        return later;
      case 'd':
      case 'deny': {
        const reason = (await reader.read('Reason, for the model (may be empty): ', { signal, isFresh: true }))?.trim();
        return reason ? { decision: 'deny', reason } : { decision: 'deny' };
      }
      default:
        screen.say('Answer with o, t, c, d or l.');
    }
  }
}
