/*
 * One call as it goes on: the request, its stream of events, and what there is to show at each moment. Leaving the view
 * cancels it, because nobody waits for it any more; whoever comes back sees how the last one ended.
 */
import type { ApiSchemas } from '@loadout/server/client';
import { useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../api/problem.js';
import { readEvents } from '../../api/read-events.js';
import type { ConfidenceLevel } from '../../api/words.js';
import { bodyOf } from './call-body.js';

export type Outcome = ApiSchemas['CallOutcome'];

/** What a call asks a person. */
export interface Question {
  /** The id of the call. */
  readonly id: string;
  readonly tool: string;
  readonly label: string;
  readonly definitionHash: string;
  readonly arguments: object;
  readonly expiresAt: string;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** What a call is made of. Parts that are not there are not sent. */
export interface CallRequest {
  readonly bot: string;
  readonly tool: string;
  readonly arguments: unknown;
  /** Where it is called; absent: in a chat. */
  readonly component?: string;
  /** Of the model provider that it is called for; absent: the caller's own. */
  readonly confidence?: ConfidenceLevel;
}

interface Begun {
  readonly request: CallRequest;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

export type CallRun =
  | { readonly state: 'idle' }
  | (Begun & {
      readonly state: 'running';
      readonly progress: Progress | undefined;
      readonly question: Question | undefined;
      readonly callId: string | undefined;
    })
  | (Begun & { readonly state: 'done'; readonly outcome: Outcome; readonly durationMs: number })
  /** It was cancelled here, or the stream told no result. */
  | (Begun & { readonly state: 'cancelled'; readonly callId: string | undefined })
  | (Begun & { readonly state: 'failed'; readonly error: unknown });

export interface CallRunner {
  readonly run: CallRun;
  start(request: CallRequest): void;
  cancel(): void;
  /** The question was answered elsewhere than in the stream. */
  settle(): void;
}

/** How the last call of each tool ended, in this document alone: results may be sensitive. */
const lastRuns = new Map<string, CallRun>();

/** Runs calls of a tool, one at a time. `onEnd` is told of each that ended with an outcome. */
export function useCallRun(tool: string, onEnd: (request: CallRequest, outcome: Outcome) => void): CallRunner {
  const [run, setRun] = useState<CallRun>(() => lastRuns.get(tool) ?? { state: 'idle' });
  const latest = useRef(run);
  const show = (next: CallRun): void => {
    latest.current = next;
    if (next.state !== 'running') lastRuns.set(tool, next);
    setRun(next);
  };
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const start = (request: CallRequest): void => {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    const startedAt = Date.now();
    const begun = { request, startedAt };
    show({ ...begun, state: 'running', progress: undefined, question: undefined, callId: undefined });
    const update = (change: (before: CallRun) => CallRun): void => {
      if (controller.current === own) show(change(latest.current));
    };
    followCall(request, own.signal, update)
      .then((outcome) => {
        update(() => ({ ...begun, state: 'done', outcome, durationMs: Date.now() - startedAt }));
        onEnd(request, outcome);
      })
      .catch((error: unknown) => {
        if (own.signal.aborted) update((before) => ({ ...begun, state: 'cancelled', callId: callIdOf(before) }));
        else update(() => ({ ...begun, state: 'failed', error }));
      });
  };

  return {
    run,
    start,
    cancel: () => controller.current?.abort(),
    settle() {
      if (latest.current.state === 'running') show({ ...latest.current, question: undefined });
    },
  };
}

function callIdOf(run: CallRun): string | undefined {
  if (run.state === 'done') return run.outcome.callId;
  return run.state === 'running' || run.state === 'cancelled' ? run.callId : undefined;
}

async function followCall(
  request: CallRequest,
  signal: AbortSignal,
  update: (change: (before: CallRun) => CallRun) => void,
): Promise<Outcome> {
  const { bot } = request;
  const body = { ...bodyOf(request), approval: 'ask' };
  for await (const { event, data } of readEvents(`/api/v1/bots/${encodeURIComponent(bot)}/calls`, { body, signal })) {
    if (event === 'result') return data as Outcome; // the API's own words, as are those below
    if (event === 'progress') {
      const progress = data as Progress & { readonly callId: string };
      update((run) => (run.state === 'running' ? { ...run, progress, callId: progress.callId } : run));
    } else if (event === 'approval') {
      const question = data as Question;
      update((run) => (run.state === 'running' ? { ...run, question, callId: question.id } : run));
    } else if (event === 'end') break;
  }
  throw new ApiProblem(0, {});
}
