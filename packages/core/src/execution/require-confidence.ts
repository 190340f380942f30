import type { CallState } from './call-state.js';

/**
 * Blocks a call once the conversation requires more than the turn's model provider has: another turn may have raised that
 * (contract 5.6). A tool's own minimum needs no second look: level and offer stay what they were when the turn began.
 */
export function requireConfidence(call: CallState): void {
  const { confidence } = call.turn;
  if (confidence.isReached) return;
  call.end(
    'BLOCKED',
    `"${call.name}" was not run: this conversation requires a model provider of confidence ${confidence.required} by now. Go on without tools.`,
  );
}
