import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';
import type { CallOutcome } from '../contract/result.js';
import type { CallState } from './call-state.js';

type Api = typeof import('@opentelemetry/api');

/** A process has registered an SDK once this key of the API's has a `trace`; the key is the same for all its versions 1.x. */
const apiKey = Symbol.for('opentelemetry.js.api.1');

let api: Api | undefined;
let loading: Promise<void> | undefined;

/*
 * Spans for the tools that run, by the GenAI conventions for tool execution
 * (https://github.com/open-telemetry/semantic-conventions-genai, `execute_tool`). Neither arguments nor results are part of
 * them. The API is loaded when an SDK has been registered, and not before: without one a call pays for one look.
 */

/** For a host that is made after the SDK: its first call has a span already. */
export async function loadTelemetry(): Promise<void> {
  if (isRegistered()) await loadApi();
}

/** A span for a call that is about to run; undefined where nobody wants one. */
export function beginSpan(call: CallState): ToolSpan | undefined {
  if (!isRegistered()) return undefined;
  if (api === undefined) {
    void loadApi();
    return undefined;
  }
  try {
    // Asked for anew: a process may replace its SDK.
    return startSpan(api, api.trace.getTracer('@loadout/core'), call);
  } catch {
    // What an SDK throws is its own affair: the call goes on.
    return undefined;
  }
}

/** The span of one call. Never throws what an SDK does. */
export class ToolSpan {
  readonly #api: Api;
  readonly #span: Span;
  readonly #context: Context;

  constructor(loaded: Api, span: Span, context: Context) {
    this.#api = loaded;
    this.#span = span;
    this.#context = context;
  }

  /** Runs the tool inside the span, so that the spans of its own requests stand below it. */
  run<T>(work: () => T): T {
    return this.#api.context.with(this.#context, work);
  }

  end({ status, executed }: CallOutcome): void {
    try {
      this.#span.setAttribute('loadout.call.status', status);
      this.#span.setAttribute('loadout.call.executed', executed);
      if (status !== 'SUCCESS') {
        this.#span.setAttribute('error.type', status);
        this.#span.setStatus({ code: this.#api.SpanStatusCode.ERROR });
      }
      this.#span.end();
    } catch {
      // As above.
    }
  }
}

function startSpan(loaded: Api, tracer: Tracer, call: CallState): ToolSpan {
  const { context } = call.turn;
  const attributes: Attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': call.shownName,
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': call.shownId,
    'gen_ai.agent.id': context.bot.id,
    'gen_ai.agent.name': context.bot.displayName,
    'loadout.tool.owner': call.route?.slot.owner ?? '',
    'loadout.turn.id': call.turn.id,
  };
  if (call.tool !== undefined) attributes['gen_ai.tool.description'] = call.tool.definition.description;
  if (context.conversation !== null) attributes['gen_ai.conversation.id'] = context.conversation.id;
  const active = loaded.context.active();
  const span = tracer.startSpan(
    `execute_tool ${call.shownName}`,
    { kind: loaded.SpanKind.INTERNAL, attributes },
    active,
  );
  return new ToolSpan(loaded, span, loaded.trace.setSpan(active, span));
}

function isRegistered(): boolean {
  const registered = (globalThis as { readonly [apiKey]?: { readonly trace?: unknown } })[apiKey];
  return registered?.trace !== undefined;
}

async function loadApi(): Promise<void> {
  loading ??= import('@opentelemetry/api').then((loaded) => {
    api = loaded;
  });
  await loading;
}
