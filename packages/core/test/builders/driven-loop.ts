import type {
  JsonValue,
  LoopOptions,
  LoopRequest,
  LoopStep,
  ModelApi,
  StopReason,
  Turn,
  TurnLoop,
} from '@loadout/core';
import { expectValidRequest, expectValidTranscript, transcriptMembers } from '../adapters/request-checks.js';
import { answerAs, type Said, userMessage } from './model-responses.js';

/** What a loop came to. */
export interface Driven {
  readonly loop: TurnLoop;
  readonly stop: StopReason | null;
  readonly transcript: readonly JsonValue[];
  readonly steps: readonly LoopStep[];
  readonly requests: readonly LoopRequest[];
}

/** How a test drives a loop. */
export interface DriveOptions {
  readonly api?: ModelApi;
  readonly isStreamed?: boolean;
  readonly loop?: LoopOptions;
  /** Called when a request is out, before its response is there; what it throws is the request's failure. */
  readonly beforeResponse?: (number: number) => unknown;
}

/**
 * Drives the loop of a turn through what the model says, and judges each request and the transcript that results by the
 * rules of the API.
 */
export async function drive(turn: Turn, said: readonly Said[], options: DriveOptions = {}): Promise<Driven> {
  const { api = 'chat', isStreamed = false } = options;
  const loop = turn.createLoop(options.loop);
  const transcript: JsonValue[] = [userMessage(api, 'Do it.')];
  const steps: LoopStep[] = [];
  const requests: LoopRequest[] = [];
  while (loop.stop === null) {
    loop.keepTranscript(transcript);
    const request = loop.request();
    requests.push(request);
    expectValidRequest(api, { [transcriptMembers[api]]: transcript, ...request.parameters });
    const next = said[requests.length - 1];
    if (next === undefined) throw new Error(`nothing was scripted for request ${requests.length}`);
    const step = await respond(loop, next, { ...options, api, isStreamed, number: requests.length });
    steps.push(step);
    transcript.push(...step.messages);
  }
  // What waits for a person is answered when the turn is resumed, or superseded.
  const isOpen = loop.stop === 'awaiting-approval';
  const offered = requests.at(-1)?.parameters ?? {};
  if (!isOpen) expectValidTranscript(api, transcript, withoutChoice(offered));
  return { loop, stop: loop.stop, transcript, steps, requests };
}

async function respond(
  loop: TurnLoop,
  said: Said,
  {
    api,
    isStreamed,
    beforeResponse,
    number,
  }: Required<Pick<DriveOptions, 'api' | 'isStreamed'>> & DriveOptions & { readonly number: number },
): Promise<LoopStep> {
  try {
    await beforeResponse?.(number);
  } catch (error) {
    return loop.fail(error);
  }
  const { response, events } = answerAs(api, said);
  if (!isStreamed) return loop.accept(response);
  const stream = loop.stream();
  for (const event of events) stream.push(event);
  return stream.end();
}

function withoutChoice(parameters: LoopRequest['parameters']): LoopRequest['parameters'] {
  const { tool_choice: _, toolConfig: __, ...rest } = parameters;
  return rest;
}

/** How often each call of the transcript has a result, by its id. */
export function countResults(api: ModelApi, transcript: readonly JsonValue[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  const note = (id: unknown): void => {
    counts[String(id)] = (counts[String(id)] ?? 0) + 1;
  };
  for (const message of transcript as readonly Record<string, unknown>[]) {
    if (api === 'chat' && message.role === 'tool') note(message.tool_call_id);
    if (api === 'responses' && message.type === 'function_call_output') note(message.call_id);
    const parts = (Array.isArray(message.content) ? message.content : (message.parts ?? [])) as Record<
      string,
      unknown
    >[];
    for (const part of parts) {
      if (part.type === 'tool_result') note(part.tool_use_id);
      const result = part.functionResponse as { id?: unknown } | undefined;
      if (result !== undefined) note(result.id);
    }
  }
  return counts;
}
