import type { CallRequest } from './call-run.js';

/** The body of the request for a call, without the wish to be asked. What is undefined is not written. */
export function bodyOf({ tool, arguments: given, component, confidence }: CallRequest) {
  return { tool, arguments: given, component, confidence };
}
