import { type ConfidenceLevel, isConfidenceLevel, readConfidence } from '../contract/confidence.js';
import type { CallOutcome } from '../contract/result.js';
import type { CallState } from './call-state.js';
import type { ConfidenceGuard } from './confidence-guard.js';
import { logCall } from './log-call.js';
import { CONFIDENCE_FIELD } from './meta-fields.js';
import { interrupted, untilInterrupted } from './until-interrupted.js';

/**
 * Judges a result by the confidence that it requires (contract 5.6). A model provider that does not reach it gets nothing of
 * the result, not even what is wrong with it: so this stands before the output schema is checked. Otherwise the level is
 * kept before the result is delivered; where that fails, the result is not delivered.
 */
export function keepConfidence(call: CallState): Promise<void> | undefined {
  const stated = call.result?._meta?.[CONFIDENCE_FIELD];
  if (stated === undefined) return undefined;
  const required = readConfidence(stated);
  if (!isConfidenceLevel(stated)) {
    const message = `"${call.name}" requires a confidence that cannot be read, so its result counts as HIGH. Name a level, from NONE to HIGH.`;
    logCall(call, 'warn', 'confidence-unreadable', message);
  }
  const { confidence } = call.turn;
  if (!confidence.reaches(required)) {
    call.end('BLOCKED', explainBlock(call.name, required));
    return undefined;
  }
  const writing = confidence.keep(required);
  return writing === undefined ? undefined : waitFor(call, writing, required);
}

/** What a result that was delivered once requires. */
export function readRequired({ _meta }: Pick<CallOutcome, '_meta'>): ConfidenceLevel {
  const stated = _meta?.[CONFIDENCE_FIELD];
  return stated === undefined ? 'NONE' : readConfidence(stated);
}

/** A result that was delivered once, as a model provider gets it that may be another one. */
export function withholdResult(outcome: CallOutcome, confidence: Pick<ConfidenceGuard, 'reaches'>): CallOutcome {
  const stated = outcome._meta?.[CONFIDENCE_FIELD];
  if (stated === undefined || confidence.reaches(readConfidence(stated))) return outcome;
  const { callId, tool, executed } = outcome;
  const text = explainBlock(tool, readConfidence(stated));
  return { content: [{ type: 'text', text }], isError: true, callId, tool, status: 'BLOCKED', executed };
}

function explainBlock(tool: string, required: ConfidenceLevel): string {
  return `"${tool}" ran, but its result is kept back: it requires a model provider of confidence ${required}.`;
}

async function waitFor(call: CallState, writing: Promise<void>, required: ConfidenceLevel): Promise<void> {
  try {
    await untilInterrupted(call, writing);
  } catch (error) {
    if (error === interrupted && call.interruption === 'cancelled') {
      call.end('CANCELLED', `The call was cancelled. "${call.name}" ran; its result is kept back.`);
      return;
    }
    if (error !== interrupted) {
      const message = `That the conversation requires confidence ${required} could not be written down; the result of "${call.name}" was kept back.`;
      logCall(call, 'error', 'confidence-not-kept', message, { error });
    }
    call.end(
      'BLOCKED',
      `"${call.name}" ran, but its result is kept back: how far it may go could not be written down.`,
    );
  }
}
