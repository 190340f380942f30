import { text as readAll } from 'node:stream/consumers';
import {
  type CallOutcome,
  CONFIDENCE_LEVELS,
  type ConfidenceLevel,
  type Host,
  requireBotId,
  type ToolCall,
  type Turn,
  type TurnOptions,
} from '@loadout/core';
import { listenForInterrupt } from '../interrupt.js';
import { formatResult, toCallToolResult } from '../output/format-result.js';
import type { Output } from '../output/output.js';
import type { Session } from '../session.js';
import { awaitLists } from './await-lists.js';
import { readJson } from './read-json.js';
import { requireChoice } from './require-choice.js';

/** What the command line says. */
export interface CallRequest {
  readonly bot: string;
  readonly tool: string;
  /** JSON, `-` for standard input, or nothing. */
  readonly text: string | undefined;
  /** Default: `chat`. */
  readonly component: string | undefined;
  /** Of the model provider that it is called for; undefined: the operator's own call. */
  readonly confidence: string | undefined;
  readonly json: boolean;
}

/** One call in a turn of its own. Ctrl-C cancels the call. */
export async function call({ host, out }: Session, request: CallRequest): Promise<number> {
  const { bot, tool, text, json } = request;
  requireBotId(bot);
  const context = toContext(request);
  const args = await readArguments(text);
  const interrupt = listenForInterrupt();
  const { signal } = interrupt;
  try {
    const toolCall = { name: tool, arguments: args };
    let called = await callOnce(host, toolCall, { bot, signal, ...context });
    if (await mayCome(host, called, { tool, signal }))
      called = await callOnce(host, toolCall, { bot, signal, ...context });
    const { outcome } = called;
    if (json) out.printJson(toCallToolResult(outcome));
    else if (outcome.isError) out.error(formatResult(outcome));
    else out.print(formatResult(outcome));
    if (outcome.isError) explain(called, out);
    return interrupt.exitCode() ?? (outcome.isError ? 1 : 0);
  } finally {
    interrupt.dispose();
  }
}

type CallContext = Pick<TurnOptions, 'component' | 'modelProvider'>;

function toContext({ component, confidence }: Pick<CallRequest, 'component' | 'confidence'>): CallContext {
  const levels = Object.keys(CONFIDENCE_LEVELS) as ConfidenceLevel[]; // the keys of a literal object
  const level = confidence === undefined ? 'HIGH' : requireChoice('--confidence', confidence, levels);
  // The operator's own call (contract 3.5).
  return { modelProvider: { id: 'operator', confidence: level }, ...(component === undefined ? {} : { component }) };
}

/** A call, and the turn that it was made in. */
interface Called {
  readonly turn: Turn;
  readonly outcome: CallOutcome;
}

async function callOnce(
  host: Host,
  toolCall: ToolCall,
  options: CallContext & { readonly bot: string; readonly signal: AbortSignal },
): Promise<Called> {
  const turn = await host.startTurn(options);
  try {
    return { turn, outcome: await turn.call(toolCall) };
  } finally {
    await turn.end();
  }
}

/** Waits where the tool may be missing only because its companion has not listed it yet; answers whether it was so. */
async function mayCome(
  host: Host,
  called: Called,
  { tool, signal }: { readonly tool: string; readonly signal: AbortSignal },
): Promise<boolean> {
  if (!isNotOffered(called)) return false;
  const withheld = called.turn.withheld.find(({ name }) => name === called.outcome.tool);
  if (withheld !== undefined) {
    return withheld.code === 'companion-failed' && awaitLists(host, { owners: [withheld.owner], signal });
  }
  const { tools } = await host.catalogue();
  if (tools.some(({ name, aliases }) => name === tool || aliases.includes(tool))) return false;
  return awaitLists(host, { signal });
}

function isNotOffered({ turn, outcome }: Called): boolean {
  return outcome.executed === 'no' && !turn.offered.some(({ name }) => name === outcome.tool);
}

/** The text itself goes to the host, which judges it as it does a model's; here it only has to be JSON. */
async function readArguments(text: string | undefined): Promise<string | undefined> {
  const json = text === '-' ? await readAll(process.stdin) : text;
  if (json === undefined || json.trim() === '') return undefined;
  readJson(json, text === '-' ? 'standard input' : 'arguments');
  return json;
}

/** What the model is not told: why the bot does not have the tool. */
function explain(called: Called, out: Output): void {
  if (!isNotOffered(called)) return;
  const { bot, withheld } = called.turn;
  const { tool } = called.outcome;
  const reason = withheld.find(({ name }) => name === tool)?.reason ?? `${bot.id} does not have ${tool}.`;
  out.warn(`${reason} See "loadout show ${bot.id}".`);
}
