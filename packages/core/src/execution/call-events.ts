import mittModule, { type Emitter } from 'mitt';
import { describeValue } from '../catalogue/describe-value.js';
import { wrongArgument } from '../catalogue/wrong-argument.js';
import { invoke } from '../companions/guard.js';
import type { ToolProgress } from '../contract/call.js';
import { LoadoutError } from '../contract/errors.js';
import type { HostEventMap, HostEventName } from '../contract/host-event.js';
import type { Logger } from '../contract/logger.js';
import type { CallOutcome } from '../contract/result.js';
import { suggestWord } from '../schema/nearest-word.js';
import type { CallState } from './call-state.js';

// mitt's types describe its CommonJS build, where the function is a member; at run time it is the default itself.
const mitt = mittModule as unknown as typeof mittModule.default;

const names: readonly HostEventName[] = ['call-started', 'call-progress', 'call-finished'];

type Events = { [Name in HostEventName]: HostEventMap[Name] };

/**
 * Tells embedders of calls while they run, on a bus of its own: companions do not hear it. Where nobody listens, an event
 * costs one look and is not made.
 */
export class CallEvents {
  readonly #bus: Emitter<Events> = mitt<Events>();
  readonly #logger: Logger;
  #listeners = 0;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Answers a function that ends it. */
  on<Name extends HostEventName>(name: Name, listener: (event: HostEventMap[Name]) => void): () => void {
    if (!names.includes(name)) {
      const hint = typeof name === 'string' ? suggestWord(name, names) : `Known: ${names.join(', ')}.`;
      const message = `on: there is no event ${describeValue(name)}. ${hint}`;
      throw new LoadoutError('CONFIGURATION_INVALID', message, { details: { field: 'event' } });
    }
    if (typeof listener !== 'function') throw wrongArgument('on', 'listener', 'a function', listener);
    const guarded = (event: HostEventMap[Name]): void => {
      // A listener may be an async function; what it rejects with is its own problem as well.
      invoke(() => listener(event)).catch((error: unknown) => {
        const message = `A listener of "${name}" failed.`;
        this.#logger({ level: 'warn', event: 'host-listener-failed', message, error });
      });
    };
    this.#bus.on(name, guarded);
    this.#listeners += 1;
    let isOn = true;
    return () => {
      if (!isOn) return;
      isOn = false;
      this.#listeners -= 1;
      this.#bus.off(name, guarded);
    };
  }

  /** Whether anybody listens. */
  get isHeard(): boolean {
    return this.#listeners > 0;
  }

  started(call: CallState): void {
    if (this.isHeard) this.#bus.emit('call-started', Object.freeze(marksOf(call)));
  }

  progress(call: CallState, progress: ToolProgress): void {
    if (this.isHeard) this.#bus.emit('call-progress', Object.freeze({ ...marksOf(call), ...progress }));
  }

  finished(call: CallState, { status, executed }: CallOutcome): void {
    if (!this.isHeard) return;
    const durationMs = call.host.clock.now() - call.startedAt;
    this.#bus.emit('call-finished', Object.freeze({ ...marksOf(call), status, executed, durationMs }));
  }
}

function marksOf(call: CallState): HostEventMap['call-started'] {
  return {
    botId: call.turn.botId,
    turnId: call.turn.id,
    callId: call.shownId,
    tool: call.shownName,
    owner: call.route?.slot.owner ?? null,
  };
}
