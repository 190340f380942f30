import type { ToolCall } from '../contract/turn.js';
import type { CallState } from './call-state.js';

/**
 * Reads a call as it came, once: what happens to the caller's object afterwards changes nothing. Never throws,
 * whatever it is given, since each call gets a result.
 */
export function readCall(call: CallState, given: ToolCall): void {
  try {
    // A caller without types may pass nothing at all.
    const { id, name, arguments: args, signal } = given ?? {};
    if (typeof id === 'string' && id !== '') call.callId = id;
    if (typeof name === 'string') call.requestedName = name;
    call.givenArguments = args;
    if (signal === undefined || signal === null) return;
    if (signal instanceof AbortSignal) call.callerSignal = signal;
    else call.problem = 'its signal is no AbortSignal';
  } catch {
    call.problem = 'it cannot be read';
  }
}
