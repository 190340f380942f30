import { STATUS_CODES } from 'node:http';
import { type ErrorCode, isLoadoutError } from '@loadout/core';

/** Ends a request with a status and a sentence for whoever sent it. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }
}

/** The body of an error answer, `application/problem+json`. */
export interface ProblemDocument {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The code of the host's error, where there is one. */
  readonly code?: ErrorCode;
}

const statuses: Partial<Record<ErrorCode, number>> = {
  BOT_EXISTS: 409,
  BOT_ID_RETIRED: 409,
  BOT_ID_INVALID: 400,
  BOT_NAME_INVALID: 400,
  BOT_UNKNOWN: 404,
  TOOL_UNKNOWN: 404,
  TOOL_NAME_INVALID: 400,
  TOOL_SETTINGS_INVALID: 400,
  CONFIGURATION_INVALID: 400,
  HOST_CLOSED: 503,
  TURN_ENDED: 503,
  STORE_NEWER: 503,
  STORE_UNAVAILABLE: 503,
};

/** Any error as a problem; undefined for one that nobody foresaw. */
export function toProblem(error: unknown): ProblemDocument | undefined {
  if (error instanceof HttpProblem) return createProblem(error.status, error.message);
  if (!isLoadoutError(error)) return undefined;
  const status = statuses[error.code];
  return status === undefined ? undefined : { ...createProblem(status, error.message), code: error.code };
}

/** A problem of a status. */
export function createProblem(status: number, detail: string): ProblemDocument {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail };
}
