import type { CallState } from './call-state.js';

/** From this one of a run on, the model is told that it repeats itself. */
const WARNING_FROM = 3;

/**
 * Refuses a call that was made too often in a row, and one of a tool that the turn has called as often as it may (contract
 * 7.2). What is refused here was counted by the budget already.
 */
export function refuseRepetition(call: CallState): void {
  const { route, turn } = call;
  if (route === undefined) return;
  const { identicalCallLimit, maxCallsPerTurn } = route.policy;
  // The copy for the trace: nobody changes it, while the tool may do what it likes with its own.
  const length = turn.run.add(call.name, call.tracedArguments);
  if (length > identicalCallLimit) {
    if (call.loop !== undefined) call.loop.isRepetition = true;
    call.end('BLOCKED', describeRepetition(call.name, identicalCallLimit));
    return;
  }
  if (maxCallsPerTurn !== undefined && turn.run.count(call.name) > maxCallsPerTurn) {
    call.end(
      'BLOCKED',
      `"${call.name}" may be called ${times(maxCallsPerTurn)} in one turn, and was. The call did not run. Go on without it.`,
    );
    return;
  }
  if (length >= WARNING_FROM) call.warning = describeWarning(call.name, length);
}

/** The call waits for a person: it is no call of its turn until it goes through the pipeline again. */
export function takeBackRepetition({ route, turn, name, tracedArguments }: CallState): void {
  if (route === undefined) return;
  turn.run.takeBack(name, tracedArguments, { isCounted: route.policy.maxCallsPerTurn !== undefined });
}

/** It does not wait after all. */
export function countRepetition({ route, turn, name, tracedArguments }: CallState): void {
  if (route === undefined) return;
  turn.run.add(name, tracedArguments);
  if (route.policy.maxCallsPerTurn !== undefined) turn.run.count(name);
}

function describeRepetition(name: string, limit: number): string {
  return `"${name}" was called with these arguments ${times(limit)} in a row, and is not run again. Its answer is above. Change the arguments, use another tool, or answer with what you have.`;
}

function describeWarning(name: string, length: number): string {
  return `Note: this was the same call of "${name}" with the same arguments for the ${ordinal(length)} time in a row. Repeating it is unlikely to give another answer.`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function ordinal(count: number): string {
  const tens = count % 100;
  if (tens >= 11 && tens <= 13) return `${count}th`;
  return `${count}${['th', 'st', 'nd', 'rd'][count % 10] ?? 'th'}`;
}
