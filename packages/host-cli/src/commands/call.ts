import { text as readAll } from 'node:stream/consumers';
import type { CallOutcome, Turn } from '@loadout/core';
import { JsonSyntaxError, parseJson } from '../config/json-source.js';
import { UsageError } from '../config/usage-error.js';
import { listenForInterrupt } from '../interrupt.js';
import { formatResult, toCallToolResult } from '../output/format-result.js';
import type { Output } from '../output/output.js';
import type { Session } from '../session.js';

/** What the command line says. */
export interface CallRequest {
  readonly bot: string;
  readonly tool: string;
  /** JSON, `-` for standard input, or nothing. */
  readonly text: string | undefined;
  readonly json: boolean;
}

/** One call in a turn of its own. Ctrl-C cancels the call. */
export async function call({ host, out }: Session, { bot, tool, text, json }: CallRequest): Promise<number> {
  const args = await readArguments(text);
  const interrupt = listenForInterrupt();
  try {
    const turn = await host.startTurn({ bot, signal: interrupt.signal });
    try {
      const outcome = await turn.call({ name: tool, arguments: args });
      if (json) out.printJson(toCallToolResult(outcome));
      else if (outcome.isError) out.error(formatResult(outcome));
      else out.print(formatResult(outcome));
      if (outcome.isError) explain(turn, outcome, out);
      return interrupt.exitCode() ?? (outcome.isError ? 1 : 0);
    } finally {
      await turn.end();
    }
  } finally {
    interrupt.dispose();
  }
}

/** The text itself goes to the host, which judges it as it does a model's; here it only has to be JSON. */
async function readArguments(text: string | undefined): Promise<string | undefined> {
  const json = text === '-' ? await readAll(process.stdin) : text;
  if (json === undefined || json.trim() === '') return undefined;
  try {
    parseJson(json);
    return json;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { line, column } = error.place;
    const source = text === '-' ? 'standard input' : 'arguments';
    throw new UsageError(`${source}:${line}:${column}: not JSON: ${error.message}.`, { cause: error });
  }
}

/** What the model is not told: why the bot does not have the tool. */
function explain({ bot, offered, withheld }: Turn, { tool, executed }: CallOutcome, out: Output): void {
  if (executed !== 'no' || offered.some(({ name }) => name === tool)) return;
  const reason = withheld.find(({ name }) => name === tool)?.reason ?? `${bot.id} does not have ${tool}.`;
  out.warn(`${reason} See "loadout show ${bot.id}".`);
}
