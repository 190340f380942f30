import type { ToolCall } from '../contract/turn.js';
import type { CallState } from './call-state.js';

/**
 * Reads a call as it came, once: what happens to the caller's object afterwards changes nothing. Never throws,
 * whatever it is given, since each call gets a result. Answers why the call cannot be run as it came, if so.
 */
export function readCall(call: CallState, given: ToolCall): string | undefined {
  try {
    // A caller without types may pass nothing at all.
    const { id, name, arguments: args, signal } = given ?? {};
    if (typeof id === 'string' && id !== '') call.callId = id;
    if (typeof name === 'string') call.requestedName = name;
    call.givenArguments = args;
    if (signal === undefined || signal === null) return undefined;
    if (!(signal instanceof AbortSignal)) return 'its signal is no AbortSignal';
    call.callerSignal = signal;
    return undefined;
  } catch {
    return 'it cannot be read';
  }
}
