import type { ModelCall } from '../contract/model-adapter.js';
import type { CallExecuted, CallOutcome, CallStatus } from '../contract/result.js';
import type { Redactor } from '../settings/redactor.js';
import { findSubject, type KnownTools } from './find-subject.js';

const endings = {
  superseded: {
    status: 'CANCELLED',
    executed: 'no',
    text: 'The call did not run: it waited for approval, and the user went on with another message.',
  },
  expired: {
    status: 'CANCELLED',
    executed: 'no',
    text: 'The call did not run: it waited for approval for 7 days, and nobody gave it.',
  },
  'not-run': { status: 'CANCELLED', executed: 'no', text: 'The call did not run: its turn ended before.' },
  'may-have-run': {
    status: 'ERROR',
    executed: 'unknown',
    text: 'The call was begun, and how it ended is not known. It may have run, and is not repeated. Check before you call it again.',
  },
  uncertain: {
    status: 'ERROR',
    executed: 'unknown',
    text: 'Whether the call ran cannot be told: it may have run. Check before you call it again.',
  },
  'taken-over': {
    status: 'CANCELLED',
    executed: 'unknown',
    text: 'The call did not run here: the user went on with another message, or somebody else went on with the turn. Check before you call it again.',
  },
  'result-lost': {
    status: 'ERROR',
    executed: 'yes',
    text: 'The call ran, and its result was lost when its turn ended. Check before you call it again.',
  },
} as const satisfies Readonly<Record<string, { status: CallStatus; executed: CallExecuted; text: string }>>;

/** Why a call has no result of its own. */
export type UnrunEnding = keyof typeof endings;

/** What the name of a call that did not run is judged by. */
export interface UnrunScope {
  readonly turn: KnownTools;
  readonly redactor: Redactor;
}

/** The result of a call that the pipeline has none for. A name that nobody has is the model's own text. */
export function answerUnrun({ turn, redactor }: UnrunScope, { id, name }: ModelCall, ending: UnrunEnding): CallOutcome {
  const { status, executed, text } = endings[ending];
  const tool = findSubject(turn, name) === undefined ? redactor.text(name) : name;
  return { content: [{ type: 'text', text }], isError: true, callId: id, tool, status, executed };
}
