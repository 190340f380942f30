import { invoke } from '../companions/guard.js';
import type { JsonValue } from '../contract/json.js';
import type { LoopCallEvent, LoopOptions } from '../contract/loop.js';
import type { ConvertedTool, ModelCall } from '../contract/model-adapter.js';
import type { CallOutcome } from '../contract/result.js';
import type { CallableTool } from '../execution/callable-tool.js';
import { compileArguments } from '../execution/compile-arguments.js';
import { MAX_ARGUMENT_BYTES } from '../execution/copy-arguments.js';
import type { ExecutionParts, TurnScope } from '../execution/execution-parts.js';
import type { LoopCall, Refusal } from '../execution/loop-call.js';
import { showGiven } from '../execution/mask-arguments.js';
import { startCall } from '../execution/pipeline.js';
import { describeLimit } from '../execution/require-budget.js';
import { makeFrozenCopy } from '../store/frozen-copy.js';
import { findSubject } from './find-subject.js';
import type { SettledCall } from './suspend-turn.js';

/** What the calls of a loop have in common. */
export interface LoopCallsParts {
  readonly host: ExecutionParts;
  readonly turn: TurnScope;
  /** As the model API takes them, by their names. */
  readonly converted: ReadonlyMap<string, ConvertedTool>;
  readonly overlapReadOnly: boolean;
  readonly onCall: LoopOptions['onCall'];
  /** Keeps the turn for the call that waits; answers whether it is kept. Where not, the call has been refused. */
  readonly suspend: (settled: readonly SettledCall[]) => Promise<{ readonly problem: string } | undefined>;
}

/** The calls of one response, all of them settled. */
export interface SettledCalls {
  readonly calls: readonly SettledCall[];
  /** Of those that are answered: whether each was refused because it was made too often in a row, and whether any was. */
  readonly repetition: { readonly all: boolean; readonly any: boolean };
}

interface EndedCall {
  readonly outcome: CallOutcome;
  readonly isRepetition: boolean;
}

/** Takes the calls of responses through the pipeline, in their order (contract 7.5). */
export class LoopCalls {
  readonly #parts: LoopCallsParts;

  constructor(parts: LoopCallsParts) {
    this.#parts = parts;
  }

  /** Each is run, or refused with `refusal`. Never rejects. */
  async settle(calls: readonly ModelCall[], refusal?: Refusal): Promise<SettledCalls> {
    const settled: SettledCall[] = [];
    const ended: EndedCall[] = [];
    const keep = (call: ModelCall, one: EndedCall): void => {
      ended.push(one);
      settled.push({ call, state: 'answered', outcome: one.outcome });
    };
    for (let index = 0; index < calls.length; ) {
      const group = this.#nextGroup(calls, index, refusal);
      const [call, ...others] = group;
      if (call === undefined) break;
      index += group.length;
      if (others.length > 0) {
        for (const [each, one] of await this.#runTogether(group)) keep(each, one);
        continue;
      }
      const loop: LoopCall = {};
      const one = await this.run(call, loop, refusal);
      if (loop.waiting === undefined) {
        keep(call, one);
        continue;
      }
      const rest = calls.slice(index).map((later) => ({ call: later, state: 'not-run' }) as const);
      const all: SettledCall[] = [...settled, { call, state: 'waiting', waiting: loop.waiting }, ...rest];
      const failed = await this.#parts.suspend(all);
      if (failed === undefined) return { calls: all, repetition: { all: false, any: false } };
      const outcome = loop.waiting.refuse(failed.problem);
      this.#tellFinished(call, outcome);
      keep(call, { outcome, isRepetition: false });
    }
    const refused = ended.filter(({ isRepetition }) => isRepetition).length;
    return { calls: settled, repetition: { all: refused > 0 && refused === calls.length, any: refused > 0 } };
  }

  /** One call through the pipeline. Never rejects. */
  run(call: ModelCall, loop: LoopCall, refusal?: Refusal): Promise<EndedCall> {
    const { host, turn } = this.#parts;
    const args = this.#restore(call);
    this.#tellStarted(call, args);
    const toolCall = { id: call.id, name: call.name, arguments: args };
    loop.refusal = refusal ?? this.#findLimit();
    return new Promise((resolve) => {
      const deliver = (outcome: CallOutcome): void => {
        if (loop.waiting === undefined) this.#tellFinished(call, outcome);
        resolve({ outcome, isRepetition: loop.isRepetition === true });
      };
      startCall(host, turn, toolCall, { deliver, loop });
    });
  }

  /** Neighbouring read-only calls, where they may overlap; else the next call alone. */
  #nextGroup(calls: readonly ModelCall[], start: number, refusal: Refusal | undefined): readonly ModelCall[] {
    let end = start + 1;
    if (this.#parts.overlapReadOnly && refusal === undefined && this.#mayOverlap(calls[start])) {
      while (end < calls.length && this.#mayOverlap(calls[end])) end += 1;
    }
    return calls.slice(start, end);
  }

  /** One that a person may have to be asked about may end the turn: it waits for its turn. */
  #mayOverlap(call: ModelCall | undefined): boolean {
    const policy = call === undefined ? undefined : this.#find(call)?.policy;
    return policy?.readOnly === true && policy.approval === 'never';
  }

  async #runTogether(calls: readonly ModelCall[]): Promise<readonly (readonly [ModelCall, EndedCall])[]> {
    const tools = calls.map((call) => this.#find(call)).filter((tool) => tool !== undefined);
    await compileArguments(this.#parts.host, tools);
    return Promise.all(calls.map(async (call) => [call, await this.run(call, {})] as const));
  }

  /** Once a limit is spent, nothing else matters of a call any more (contract 7.3). */
  #findLimit(): Refusal | undefined {
    const { budget } = this.#parts.turn;
    const { spent } = budget;
    return spent === null ? undefined : { status: 'BLOCKED', text: describeLimit(spent, budget.limits) };
  }

  #find({ name }: ModelCall): CallableTool | undefined {
    const { tools, catalogue } = this.#parts.turn;
    return tools.get(name) ?? tools.get(catalogue.canonicalName(name));
  }

  /** In the shape of the tool's own schema. What is no JSON stays as it came: the pipeline says what is wrong with it. */
  #restore(call: ModelCall): unknown {
    const { name, arguments: given } = call;
    const { converted: tools } = this.#parts;
    const converted = tools.get(name) ?? tools.get(this.#find(call)?.name ?? '');
    if (converted === undefined || !converted.isChanged) return given;
    try {
      // An adapter read it from a response, which is JSON.
      if (typeof given !== 'string') return converted.restore(given as JsonValue);
      if (given.length > MAX_ARGUMENT_BYTES) return given;
      return converted.restore(JSON.parse(given) as JsonValue);
    } catch {
      return given;
    }
  }

  #tellStarted(call: ModelCall, args: unknown): void {
    if (this.#parts.onCall === undefined) return;
    const subject = findSubject(this.#parts.turn, call.name);
    // Which arguments of a name that nobody has are sensitive, nobody can say.
    const shown =
      subject === undefined ? null : showGiven(args, subject.sensitiveArguments ?? [], this.#parts.host.redactor);
    this.#tell({ type: 'started', ...this.#describe(call), arguments: shown });
  }

  #tellFinished(call: ModelCall, outcome: CallOutcome): void {
    if (this.#parts.onCall === undefined) return;
    const about = this.#describe(call);
    const { callId } = about;
    const tool = this.#parts.host.redactor.text(outcome.tool);
    this.#tell({ type: 'finished', ...about, outcome: makeFrozenCopy({ ...outcome, callId, tool }) });
  }

  /** An id, and a name that nobody has, are the model's own text. */
  #describe(call: ModelCall): { readonly callId: string; readonly tool: string; readonly label: string } {
    const { redactor } = this.#parts.host;
    const tool = findSubject(this.#parts.turn, call.name);
    const name = tool?.name ?? redactor.text(call.name);
    return { callId: redactor.text(call.id), tool: name, label: tool?.label ?? name };
  }

  #tell(event: LoopCallEvent): void {
    const { onCall, host, turn } = this.#parts;
    // A listener may be an async function; what it rejects with is its own problem as well.
    invoke(() => onCall?.(Object.freeze(event))).catch((error: unknown) => {
      const message = 'onCall failed.';
      host.logger({ level: 'warn', event: 'call-listener-failed', message, bot: turn.botId, turn: turn.id, error });
    });
  }
}
