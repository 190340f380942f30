import { wrongArgument } from '../catalogue/wrong-argument.js';
import { LoadoutError } from '../contract/errors.js';
import { isObject } from '../contract/json.js';
import { DEFAULT_TURN_LIMITS, HARD_TURN_LIMITS, type TurnLimits } from '../contract/turn-limits.js';
import { suggestWord } from '../schema/nearest-word.js';

const names = Object.keys(HARD_TURN_LIMITS) as (keyof TurnLimits)[];

/**
 * Limits as somebody states them, copied. Throws `CONFIGURATION_INVALID` for what is no whole number from 1 to the hard
 * limit (contract 7.1).
 */
export function readTurnLimits(method: string, field: string, stated: unknown): TurnLimits {
  if (!isObject(stated)) throw wrongArgument(method, field, 'an object with limits', stated);
  const unknown = Object.keys(stated).find((name) => !Object.hasOwn(HARD_TURN_LIMITS, name));
  if (unknown !== undefined) {
    const message = `${method}: there is no "${unknown}" in ${field}. ${suggestWord(unknown, names)}`;
    throw new LoadoutError('CONFIGURATION_INVALID', message, { details: { field: `${field}.${unknown}` } });
  }
  const limits: { -readonly [Name in keyof TurnLimits]: TurnLimits[Name] } = {};
  for (const name of names) {
    const value: unknown = (stated as TurnLimits)[name];
    if (value === undefined) continue;
    const most = HARD_TURN_LIMITS[name];
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > most) {
      throw wrongArgument(method, `${field}.${name}`, `a whole number from 1 to ${most}`, value);
    }
    limits[name] = value;
  }
  return Object.freeze(limits);
}

/** The turn's own limits before the host's before the default ones. */
export function mergeTurnLimits(host: TurnLimits | undefined, turn: TurnLimits | undefined): Required<TurnLimits> {
  if (host === undefined && turn === undefined) return DEFAULT_TURN_LIMITS;
  const limitOf = (name: keyof TurnLimits): number => turn?.[name] ?? host?.[name] ?? DEFAULT_TURN_LIMITS[name];
  return Object.freeze({
    maxTurnMs: limitOf('maxTurnMs'),
    maxToolCalls: limitOf('maxToolCalls'),
    maxToolResultCharacters: limitOf('maxToolResultCharacters'),
  });
}
