import type { ToolCall } from '../contract/turn.js';

/** A call as it came, read once: what happens to the caller's object afterwards changes nothing. */
export interface CallRequest {
  readonly id: string | undefined;
  /** Nothing where it is no text. */
  readonly name: string | undefined;
  readonly arguments: unknown;
  readonly signal: AbortSignal | undefined;
  /** Why it cannot be run. */
  readonly problem: string | undefined;
}

/** Reads a call. Never throws, whatever it is given: each call gets a result. */
export function readCall(call: ToolCall): CallRequest {
  try {
    // A caller without types may pass nothing at all.
    const { id, name, arguments: args, signal } = call ?? {};
    return {
      id: typeof id === 'string' && id !== '' ? id : undefined,
      name: typeof name === 'string' ? name : undefined,
      arguments: args,
      signal: isSignal(signal) ? signal : undefined,
      problem: isSignal(signal) || signal === undefined || signal === null ? undefined : 'its signal is no AbortSignal',
    };
  } catch {
    return { id: undefined, name: undefined, arguments: undefined, signal: undefined, problem: 'it cannot be read' };
  }
}

function isSignal(value: unknown): value is AbortSignal {
  return value instanceof AbortSignal;
}
