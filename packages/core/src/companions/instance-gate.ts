import { AsyncLocalStorage } from 'node:async_hooks';
import type { InvocationContext } from '../contract/context.js';
import type { GuardedProvider } from './guarded-provider.js';

/** The gates that the running code came through, innermost first. */
interface HeldGates {
  readonly gate: InstanceGate;
  readonly ticket: GateTicket;
  readonly outer: HeldGates | undefined;
}

/**
 * Kept once per process, not once per copy of this package: two hosts of two copies may be given the same
 * instance. The number is the version of {@link InstanceGate} as the copies see it of each other.
 */
interface SharedGates {
  readonly held: AsyncLocalStorage<HeldGates>;
  readonly gates: WeakMap<object, InstanceGate>;
}

const sharedKey = Symbol.for('loadout.instanceGates.1');

function sharedGates(): SharedGates {
  const global = globalThis as { [sharedKey]?: SharedGates };
  global[sharedKey] ??= { held: new AsyncLocalStorage(), gates: new WeakMap() };
  return global[sharedKey];
}

const { held: heldGates, gates } = sharedGates();

/** A place in the queue of a gate. */
export interface GateTicket {
  /** Resolves when it is this call's turn. */
  readonly admitted: Promise<void>;
  /** Whether it still keeps others out, or waits. */
  readonly isOpen: boolean;
  /** Whether it keeps others out. */
  readonly isHeld: boolean;
  /** Gives the place up, or lets the next one in. */
  leave(): void;
}

/**
 * Keeps one shared instance that is told its context to one call at a time (contract 3.3): between
 * `setInvocationContext(context)` and the `null` after the call has really ended, nobody else gets in, also
 * when the caller has long stopped waiting. A call from inside a call of the same instance would wait for
 * itself, so it is recognised and refused.
 */
export class InstanceGate {
  readonly #queue: (() => void)[] = [];
  #isHeld = false;

  /** Whether the code that asks runs inside a call of this instance. */
  isHeldByCaller(): boolean {
    for (let held = heldGates.getStore(); held !== undefined; held = held.outer) {
      // What a call left running in the background may call again once the call itself has ended.
      if (held.gate === this && held.ticket.isOpen) return true;
    }
    return false;
  }

  enter(): GateTicket {
    let isAdmitted = !this.#isHeld;
    let hasLeft = false;
    let admit = (): void => undefined;
    const admitted = isAdmitted
      ? Promise.resolve()
      : new Promise<void>((resolve) => {
          admit = () => {
            isAdmitted = true;
            resolve();
          };
          this.#queue.push(admit);
        });
    this.#isHeld = true;
    const leave = (): void => {
      if (hasLeft) return;
      hasLeft = true;
      if (isAdmitted) this.#release();
      else this.#queue.splice(this.#queue.indexOf(admit), 1);
    };
    return {
      admitted,
      leave,
      get isOpen() {
        return !hasLeft;
      },
      get isHeld() {
        return isAdmitted && !hasLeft;
      },
    };
  }

  /** Runs the call itself, so that calls from inside it are recognised. */
  run<T>(ticket: GateTicket, work: () => T): T {
    return heldGates.run({ gate: this, ticket, outer: heldGates.getStore() }, work);
  }

  #release(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#isHeld = false;
    else next();
  }
}

/** The gate of an instance; one however often the instance is registered. */
export function gateOf(provider: GuardedProvider): InstanceGate {
  let gate = gates.get(provider.identity);
  if (gate === undefined) {
    gate = new InstanceGate();
    gates.set(provider.identity, gate);
  }
  return gate;
}

/**
 * Tells an instance that belongs to one turn its context: with the first of the calls that run at the same
 * time, and `null` after the last. All of them have the same context, so they need not wait for each other;
 * together they hold the gate, because a factory may hand out one object to several turns, and because a
 * `null` that is still being told must not overtake the next context.
 */
export class TurnInstanceContext {
  #users = 0;
  #telling: Promise<void> | undefined;
  #ticket: GateTicket | undefined;

  /** The place that the calls which run at present share. */
  get ticket(): GateTicket | undefined {
    return this.#ticket?.isHeld === true ? this.#ticket : undefined;
  }

  enter(provider: GuardedProvider, context: InvocationContext): Promise<void> {
    this.#users += 1;
    this.#telling ??= this.#tell(provider, context);
    return this.#telling;
  }

  async leave(provider: GuardedProvider): Promise<void> {
    this.#users -= 1;
    if (this.#users > 0) return;
    const ticket = this.#ticket;
    this.#telling = undefined;
    try {
      await provider.setContext(null);
    } finally {
      ticket?.leave();
    }
  }

  async #tell(provider: GuardedProvider, context: InvocationContext): Promise<void> {
    const ticket = gateOf(provider).enter();
    this.#ticket = ticket;
    await ticket.admitted;
    await provider.setContext(context);
  }
}
