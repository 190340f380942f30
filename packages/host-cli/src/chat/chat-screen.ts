/*
 * What people see of a turn while it runs. The model's text and the sources go to standard output, as results do; calls
 * and all that is said about the turn go to standard error.
 */
import type { CallOutcome, LoopCallEvent, ModelDelta, RunResult, StopReason } from '@loadout/core';
import { formatResult } from '../output/format-result.js';
import { neutraliseLine } from '../output/neutralise.js';
import type { Output } from '../output/output.js';
import { briefArguments, briefText } from './brief-value.js';
import { createTextGuard, type TextGuard } from './text-guard.js';

/** Shows one turn after another. */
export interface ChatScreen {
  onDelta(delta: ModelDelta): void;
  onCall(event: LoopCallEvent): void;
  /** What is left to be said when a turn has ended. */
  finish(result: RunResult): void;
  /** A line of the chat itself. */
  say(text: string): void;
  /** Ends a line that has begun, before something else is written. */
  breakLine(): void;
}

const outcomeMarks = { SUCCESS: '✓', ERROR: '✗', BLOCKED: '⊘', CANCELLED: '–' } as const;

const stopTexts: Readonly<Record<StopReason, string | undefined>> = {
  answer: undefined,
  empty: 'The model answered with nothing.',
  length:
    'The answer was cut off: it was too long, or the connection ended before it was whole. No call in it was run.',
  refused: 'The model, or a filter of its service, refused.',
  'calls-spent': 'The turn ended, because the model may make no more calls in it.',
  'characters-spent': 'The turn ended, because results may have no more characters in it.',
  'time-spent': 'The turn ended, because its time was over.',
  repetition: 'The turn ended, because the model repeated the same call.',
  'awaiting-approval': undefined,
  confidence: 'The turn ended, because a result may not go to this model provider. See --confidence.',
  cancelled: 'Cancelled.',
  // Said with its reason by whoever has the client.
  'model-failed': undefined,
};

/** A screen on the command's output. */
export function createChatScreen(out: Output): ChatScreen {
  const style = out.errorStyle;
  const width = Math.min(out.width, 200);
  let guard: TextGuard | undefined;
  let kind: ModelDelta['type'] = 'call';
  let isMidLine = false;
  let hasText = false;
  const told = new Set<string>();

  const breakLine = (): void => {
    const rest = guard?.end() ?? '';
    guard = undefined;
    if (rest !== '') out.write(rest);
    if (isMidLine || rest !== '') (kind === 'reasoning' ? out.tell : out.write)('\n');
    isMidLine = false;
    kind = 'call';
  };
  const say = (text: string): void => {
    breakLine();
    out.tell(`${text}\n`);
  };
  const tellOutcome = (outcome: CallOutcome, label: string, labelWidth: number): void =>
    say(`${markOf(outcome, out)} ${label} ${style.dim(describeOutcome(outcome, width - labelWidth - 4))}`);
  const write = (text: string): void => {
    if (text === '') return;
    isMidLine = !text.endsWith('\n');
    if (kind === 'reasoning') out.tell(style.dim(text));
    else out.write(text);
  };

  return {
    breakLine,
    say,
    onDelta(delta) {
      if (delta.type === 'call') return;
      if (delta.type !== kind) {
        breakLine();
        kind = delta.type;
      }
      hasText ||= delta.type === 'text' && delta.text !== '';
      guard ??= createTextGuard();
      write(guard.push(delta.text));
    },
    onCall(event) {
      const label = style.bold(neutraliseLine(event.label));
      if (event.type === 'started') {
        say(`→ ${label} ${style.dim(briefArguments(event.arguments, width - event.label.length - 4))}`);
        return;
      }
      told.add(event.callId);
      tellOutcome(event.outcome, label, event.label.length);
    },
    finish(result) {
      breakLine();
      // Without a stream, or where a service streams nothing.
      if (!hasText && result.text !== '') {
        const whole = createTextGuard();
        out.print(whole.push(result.text) + whole.end());
      }
      hasText = false;
      // Nobody saw them run: the process died before it was known what came of them.
      for (const outcome of result.outcomes.filter(
        ({ executed, callId }) => executed === 'unknown' && !told.has(callId),
      )) {
        tellOutcome(outcome, style.bold(neutraliseLine(outcome.tool)), outcome.tool.length);
      }
      told.clear();
      if (result.sources.length > 0) {
        out.print(`\n${out.style.bold('Sources used by tools')}`);
        for (const { title, url } of result.sources) out.print(`- ${neutraliseLine(`${title} <${url}>`)}`);
      }
      for (const note of result.notes) out.note(note);
      const text = stopTexts[result.stop];
      if (text !== undefined) out.warn(text);
    },
  };
}

function markOf({ status }: CallOutcome, { errorStyle }: Output): string {
  const mark = outcomeMarks[status];
  if (status === 'SUCCESS') return errorStyle.green(mark);
  return status === 'ERROR' ? errorStyle.red(mark) : errorStyle.yellow(mark);
}

function describeOutcome(outcome: CallOutcome, width: number): string {
  const text = formatResult(outcome);
  if (outcome.isError) return briefText(text, width);
  const lines = text.split('\n').length;
  return briefText(lines > 1 ? `${lines} lines: ${text}` : text, width);
}
