import { wrongArgument } from '../catalogue/wrong-argument.js';
import { isObject } from '../contract/json.js';
import type { FirstToolChoice, LoopOptions } from '../contract/loop.js';
import { requireKnown } from './require-known.js';

const loopOptions: ReadonlySet<keyof LoopOptions> = new Set(['firstToolChoice', 'overlapReadOnly', 'onCall'] as const);

/** The options of a loop, read once. Throws `CONFIGURATION_INVALID`. */
export function readLoopOptions(
  options: LoopOptions = {},
): Required<Omit<LoopOptions, 'onCall'>> & Pick<LoopOptions, 'onCall'> {
  if (!isObject(options)) throw wrongArgument('createLoop', 'options', 'an object', options);
  requireKnown('createLoop', options, loopOptions);
  const { firstToolChoice = 'auto', overlapReadOnly = false, onCall } = options;
  if (!isChoice(firstToolChoice)) {
    const expected = '"auto", "required", "search" or { tool: "<name>" }';
    throw wrongArgument('createLoop', 'firstToolChoice', expected, firstToolChoice);
  }
  if (typeof overlapReadOnly !== 'boolean') {
    throw wrongArgument('createLoop', 'overlapReadOnly', 'true or false', overlapReadOnly);
  }
  if (onCall !== undefined && typeof onCall !== 'function') {
    throw wrongArgument('createLoop', 'onCall', 'a function', onCall);
  }
  const choice = typeof firstToolChoice === 'string' ? firstToolChoice : { tool: firstToolChoice.tool };
  return { firstToolChoice: choice, overlapReadOnly, ...(onCall === undefined ? {} : { onCall }) };
}

function isChoice(value: unknown): value is FirstToolChoice {
  if (value === 'auto' || value === 'required' || value === 'search') return true;
  return isObject(value) && 'tool' in value && typeof value.tool === 'string';
}
