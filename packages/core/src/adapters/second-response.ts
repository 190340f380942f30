import type { WireObject } from './wire-values.js';

/** In place of a response: put together, two of them would be an answer that nobody gave, with calls that were given up. */
export function createSecondResponse(): WireObject {
  const message = 'The stream begins a second response before the first has ended. None of their calls ran. Ask again.';
  return { type: 'error', error: { type: 'second_response', message } };
}
