import type { ErrorCode } from './error-codes.js';

const loadoutBrand = Symbol.for('loadout.LoadoutError');
const blockedBrand = Symbol.for('loadout.ToolBlockedError');

/**
 * What the host throws at embedders and operators. Check with {@link isLoadoutError}: a companion may
 * bring its own copy of this class.
 */
export class LoadoutError extends Error {
  override readonly name = 'LoadoutError';
  readonly code: ErrorCode;
  /** What the message says, as data. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly [loadoutBrand] = true;

  constructor(
    code: ErrorCode,
    message: string,
    options: { readonly details?: Readonly<Record<string, unknown>>; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
  }
}

/** Whether `value` is a {@link LoadoutError}, of `code` when one is given. */
export function isLoadoutError(value: unknown, code?: ErrorCode): value is LoadoutError {
  return hasBrand(value, loadoutBrand) && (code === undefined || (value as { code?: unknown }).code === code);
}

/**
 * Thrown by a tool that must not run: its message goes to the model word for word, and the call's status
 * is BLOCKED. Any other error is shortened and cleaned before the model sees it.
 */
export class ToolBlockedError extends Error {
  override readonly name = 'ToolBlockedError';
  readonly [blockedBrand] = true;
}

/** Whether `value` is a {@link ToolBlockedError}, also one of another copy of this package. */
export function isToolBlockedError(value: unknown): value is ToolBlockedError {
  return hasBrand(value, blockedBrand);
}

/** Never throws, whatever `value` is: a proxy's trap counts as "no". */
function hasBrand(value: unknown, brand: symbol): boolean {
  try {
    return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === true;
  } catch {
    return false;
  }
}
