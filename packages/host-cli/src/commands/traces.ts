import { setTimeout as sleep } from 'node:timers/promises';
import { type CallStatus, type RecordedTrace, requireBotId, type TraceFilter, type TraceRecorder } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import type { Output } from '../output/output.js';
import { formatTable } from '../output/table.js';
import type { Session } from '../session.js';
import { parseTime } from './parse-time.js';
import { readPages } from './read-pages.js';
import { requireChoice } from './require-choice.js';

/** Which calls. */
interface TraceFlags {
  readonly bot?: string;
  readonly tool?: string;
  readonly status?: string;
  readonly since?: string;
  readonly limit?: number;
  readonly follow?: boolean;
  readonly json?: boolean;
}

const statuses: readonly CallStatus[] = ['SUCCESS', 'ERROR', 'BLOCKED', 'CANCELLED'];
const pauseMs = 250;

/** Calls, the newest last; with a signal those to come as well, until it aborts. */
export async function listTraces(
  { host, out }: Session,
  flags: TraceFlags,
  signal: AbortSignal | undefined,
): Promise<number> {
  const filter = toFilter(flags);
  const traces = await readPages(flags.limit ?? (signal === undefined ? 100 : 10), (page) =>
    host.traces.list({ ...filter, ...page }),
  );
  if (signal === undefined) {
    // The records know no bots: those of one that is gone stay.
    if (traces.length === 0 && flags.bot !== undefined) out.note('Which bots there are, "loadout bots list" says.');
    print(out, traces, { json: flags.json, hasFilter: Object.keys(filter).length > 0 });
    return 0;
  }
  const show = (some: readonly RecordedTrace[]): void => {
    for (const trace of some) {
      if (flags.json) out.printJsonLine(toJson(trace));
      else out.print(formatLine(trace));
    }
  };
  show(traces);
  const afterId = await findNewest(host.traces, traces);
  await follow(host.traces, { filter, afterId, show, signal: AbortSignal.any([signal, whenNobodyReads()]) });
  return 0;
}

function toFilter({ bot, tool, status, since }: TraceFlags): TraceFilter {
  return {
    ...(bot === undefined ? {} : { botId: requireBotId(bot) }),
    ...(tool === undefined ? {} : { tool }),
    ...(status === undefined ? {} : { status: requireChoice('--status', status, statuses) }),
    ...(since === undefined ? {} : { since: parseTime(since, { flag: '--since', now: Date.now(), direction: 'ago' }) }),
  };
}

interface Listing {
  readonly json: boolean | undefined;
  /** Whether only some calls were asked for. */
  readonly hasFilter: boolean;
}

function print(out: Output, traces: readonly RecordedTrace[], { json, hasFilter }: Listing): void {
  if (json) {
    for (const trace of traces) out.printJsonLine(toJson(trace));
    return;
  }
  if (traces.length === 0) {
    out.print(hasFilter ? 'There is no such call.' : 'No call was recorded.');
    return;
  }
  const titles = ['STARTED', 'BOT', 'TOOL', 'STATUS', 'RAN', 'MS', 'CHARACTERS', 'ERROR'];
  const dispensable = ['CHARACTERS', 'MS', 'RAN', 'ERROR'];
  for (const line of formatTable({ titles, rows: traces.map(toRow), last: 'cut', dispensable }, out)) out.print(line);
}

/** What was written before the first look is not news, also where none of it was asked for. */
async function findNewest(recorder: TraceRecorder, shown: readonly RecordedTrace[]): Promise<number> {
  const all = await recorder.list({ limit: 1 });
  return Math.max(0, ...[...all, ...shown].map(({ id }) => id));
}

/** A reader that went away (`| head -1`) needs no more. */
function whenNobodyReads(): AbortSignal {
  const controller = new AbortController();
  process.stdout.once('error', () => controller.abort());
  return controller.signal;
}

interface Following {
  readonly filter: TraceFilter;
  readonly afterId: number;
  readonly show: (traces: readonly RecordedTrace[]) => void;
  readonly signal: AbortSignal;
}

async function follow(recorder: TraceRecorder, { filter, afterId, show, signal }: Following): Promise<void> {
  let last = afterId;
  let revision: string | number | undefined;
  while (!signal.aborted) {
    const present = recorder.revision?.();
    if (present === revision && present !== undefined) {
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined); // aborted: the loop ends
      continue;
    }
    revision = present;
    let page: readonly RecordedTrace[];
    do {
      page = await recorder.list({ ...filter, afterId: last, limit: 1_000 });
      // The end of a call that is under way comes under another id.
      show(page.filter(({ hasEnded }) => hasEnded));
      last = Math.max(last, ...page.map(({ id }) => id));
    } while (page.length === 1_000 && !signal.aborted);
  }
}

function toRow(trace: RecordedTrace): readonly string[] {
  const { startedAt, botId, tool, executed, durationMs, resultCharacters, errorId } = trace;
  const [ms, characters] = trace.hasEnded ? [String(Math.round(durationMs)), String(resultCharacters)] : ['', ''];
  return [toTime(startedAt), botId, tool, describeStatus(trace), executed, ms, characters, errorId ?? ''];
}

function formatLine(trace: RecordedTrace): string {
  const [started = '', bot = '', tool = '', status = '', ran = '', ms = '', characters = '', error = ''] = toRow(trace);
  const size = trace.hasEnded ? `  ${ms} ms  ${characters} characters` : '';
  const end = error === '' ? '' : `  error ${error}`;
  return neutraliseLine(`${started}  ${bot}  ${tool}  ${status}  ran: ${ran}${size}${end}`);
}

function describeStatus({ hasEnded, status }: RecordedTrace): string {
  return hasEnded ? status : 'running or lost';
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Times as in every other JSON of the command. */
function toJson({ startedAt, owner, errorId, ...trace }: RecordedTrace): object {
  return { ...trace, owner: owner ?? null, startedAt: toTime(startedAt), errorId: errorId ?? null };
}
