import { types } from 'node:util';
import { invoke, isThenable, observe, settled, silence } from '../companions/guard.js';
import type { GuardedProvider } from '../companions/guarded-provider.js';
import { gateOf } from '../companions/instance-gate.js';
import { ToolCallScope } from './call-scope.js';
import { type CallState, isUnwanted } from './call-state.js';
import type { CallRoute } from './callable-tool.js';
import type { TurnInstance } from './execution-parts.js';
import { endWithError, reportDeadline } from './explain-error.js';
import { type Suspended, suspended } from './suspended.js';
import { beginSpan, type ToolSpan } from './telemetry.js';
import { interrupted, untilInterrupted } from './until-interrupted.js';

/** Runs the tool until it answers, its deadline passes, or nobody wants it any more. */
export function runTool(call: CallState): Promise<void> | Suspended | undefined {
  const { route } = call;
  if (route === undefined) return undefined;
  // A call that has not waited for anything began just now; reading the clock costs more than asking.
  const now = call.isTracked ? call.host.waiting.now() : call.startedAt;
  call.deadlineAt = now + call.turn.budget.allowedMs(now, route.policy.timeoutMs);
  let instance: TurnInstance | Promise<TurnInstance>;
  try {
    instance = call.turn.instanceOf(route.slot);
  } catch (error) {
    endWithError(call, error);
    return undefined;
  }
  if (instance instanceof Promise) return runLater(call, route, instance);
  if (instance.provider.hasContextSetter) return runWithContext(call, route, instance);
  return execute(call, route, instance.provider);
}

async function runLater(call: CallState, route: CallRoute, making: Promise<TurnInstance>): Promise<void> {
  let instance: TurnInstance;
  try {
    instance = await untilInterrupted(call, making);
  } catch (error) {
    endUnstarted(call, error);
    return;
  }
  if (instance.provider.hasContextSetter) await runWithContext(call, route, instance);
  else await executeAndWait(call, route, instance.provider);
}

type Executor = Pick<GuardedProvider, 'execute'>;

/** The call itself. A tool that answers without a promise costs no wait; otherwise `call.onDone` is told, once. */
function execute(call: CallState, route: CallRoute, provider: Executor): Suspended | undefined {
  const { host } = call;
  call.executed = 'unknown';
  host.events.started(call);
  call.span = beginSpan(call);
  let returned: unknown;
  try {
    returned = call.span === undefined ? ask(call, route, provider) : askInSpan(call, route, provider, call.span);
  } catch (error) {
    call.executed = 'yes';
    endWithError(call, error);
    return undefined;
  }
  if (!isThenable(returned)) {
    call.executed = 'yes';
    call.returned = returned;
    return undefined;
  }
  if (isUnwanted(call)) {
    // By the tool itself, just now.
    call.interrupt('cancelled');
    endInterrupted(call);
    silence(toPromise(returned));
    return undefined;
  }
  settle(call, returned);
  return suspended;
}

function ask(call: CallState, route: CallRoute, provider: Executor): unknown {
  return provider.execute(route.ownName, call.args ?? {}, route.config, new ToolCallScope(call));
}

function askInSpan(call: CallState, route: CallRoute, provider: Executor, span: ToolSpan): unknown {
  return span.run(() => ask(call, route, provider));
}

function executeAndWait(call: CallState, route: CallRoute, provider: Executor): Promise<void> {
  return new Promise((resolve) => {
    call.onDone = () => resolve();
    if (execute(call, route, provider) === undefined) resolve();
  });
}

/** Waits for all endings at once: answered, failed, interrupted. What comes after the first is dropped. */
function settle(call: CallState, running: PromiseLike<unknown>): void {
  call.onInterrupt = giveUp;
  observe(
    toPromise(running),
    (value: unknown) => {
      if (call.onInterrupt === undefined) return;
      call.onInterrupt = undefined;
      call.executed = 'yes';
      call.returned = value;
      call.onDone(call);
    },
    (error: unknown) => {
      if (call.onInterrupt === undefined) return;
      call.onInterrupt = undefined;
      call.executed = 'yes';
      endWithError(call, error);
      call.onDone(call);
    },
  );
}

/** A promise is waited for directly; a foreign thenable is first made one, with all that it may throw. */
function toPromise(running: PromiseLike<unknown>): Promise<unknown> {
  return types.isPromise(running) ? running : adopt(running);
}

function adopt(running: PromiseLike<unknown>): Promise<unknown> {
  return invoke(() => running);
}

function giveUp(call: CallState): void {
  call.onInterrupt = undefined;
  endInterrupted(call);
  call.onDone(call);
}

/**
 * An instance that is told its context (contract 3.3). A shared one serves one call at a time; the next gets
 * in when this call has really ended, which may be long after its caller was answered.
 */
async function runWithContext(call: CallState, route: CallRoute, { provider, own }: TurnInstance): Promise<void> {
  const gate = gateOf(provider);
  // Calls of one turn share the place of its own instance; any other call from inside would wait for itself.
  if (own?.ticket === undefined && gate.isHeldByCaller()) {
    call.end(
      'ERROR',
      `Tool execution failed: "${call.name}" was called from inside a call of the same provider, which serves one call at a time.`,
    );
    return;
  }
  const ticket = own === undefined ? gate.enter() : undefined;
  try {
    if (ticket !== undefined) await untilInterrupted(call, ticket.admitted);
  } catch (error) {
    ticket?.leave();
    endUnstarted(call, error);
    return;
  }
  const { context } = call.turn;
  const telling = own === undefined ? provider.setContext(context) : own.enter(provider, context);
  try {
    await untilInterrupted(call, telling);
  } catch (error) {
    endUnstarted(call, error);
    void telling.catch(() => undefined).then(() => takeLeave());
    return;
  }

  let hasEnded: Promise<unknown> = Promise.resolve();
  const watched = {
    execute: (...given: Parameters<GuardedProvider['execute']>): unknown => {
      const returned = provider.execute(...given);
      if (!isThenable(returned)) return returned;
      const running = toPromise(returned);
      hasEnded = settled(running);
      return running;
    },
  };
  const held = ticket ?? own?.ticket;
  const run = (): Promise<void> => executeAndWait(call, route, watched);
  const running = held === undefined ? run() : gate.run(held, run);
  void hasEnded.then(() => takeLeave());
  await running;

  async function takeLeave(): Promise<void> {
    try {
      await (own === undefined ? provider.setContext(null) : own.leave(provider));
    } catch {
      // Among the companion's problems already.
    } finally {
      ticket?.leave();
    }
  }
}

/** The call was given up, or failed, before the tool was reached. */
function endUnstarted(call: CallState, error: unknown): void {
  if (error === interrupted) endInterrupted(call);
  else endWithError(call, error);
}

function endInterrupted(call: CallState): void {
  const mayHaveRun = call.executed !== 'no';
  const remark = mayHaveRun ? 'It may have run.' : 'It did not run.';
  if (call.interruption === 'deadline') {
    const { budget } = call.turn;
    const allowed = budget.isTimeUp
      ? `the turn had left of its ${budget.limits.maxTurnMs / 1_000} s`
      : `${(call.route?.policy.timeoutMs ?? 0) / 1_000} s`;
    const text = `"${call.name}" took longer than ${allowed}. ${remark}`;
    reportDeadline(call, text);
    call.end('ERROR', `Tool execution failed: ${text}`);
  } else {
    call.end('CANCELLED', `The call was cancelled. ${remark}`);
  }
}
