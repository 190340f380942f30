import { STATUS_CODES } from 'node:http';
import { type ErrorCode, isLoadoutError } from '@loadout/core';

/** What does not fit in a body or a query. */
export interface ProblemPlace {
  /** JSON pointer into the body, or into the query as an object. */
  readonly pointer: string;
  readonly expected: string;
  readonly got: string;
  /** The keyword of JSON Schema that does not fit, and its limit where it is a number. */
  readonly keyword?: string;
  readonly limit?: number;
  /** A sentence for whoever filled the field in, where the host has one. */
  readonly message?: string;
}

/** What a problem may say beside its sentence. */
export interface ProblemFacts {
  readonly code?: ErrorCode;
  readonly errorId?: string;
  readonly revision?: number;
  /** With 412: what stands there now; null: nothing. */
  readonly current?: unknown;
  readonly errors?: readonly ProblemPlace[];
}

/** The body of an error answer, `application/problem+json` (RFC 9457). */
export interface ProblemDocument extends ProblemFacts {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
}

/** Ends a request with a status and a sentence for whoever sent it. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly facts: ProblemFacts;

  constructor(
    status: number,
    detail: string,
    {
      headers = {},
      facts = {},
    }: { readonly headers?: Readonly<Record<string, string>>; readonly facts?: ProblemFacts } = {},
  ) {
    super(detail);
    this.status = status;
    this.headers = headers;
    this.facts = facts;
  }
}

/** The status of every error of the host. 500: no request can be the cause of it. */
const statuses: Readonly<Record<ErrorCode, number>> = {
  BOT_EXISTS: 409,
  BOT_ID_RETIRED: 409,
  BOT_ID_INVALID: 400,
  BOT_NAME_INVALID: 400,
  BOT_NAME_CONFLICT: 412,
  BOT_UNKNOWN: 404,
  LOADOUT_CONFLICT: 412,
  LOADOUT_CHANGE_INVALID: 400,
  OWNER_UNKNOWN: 404,
  DEFINITION_CONFLICT: 412,
  SETTING_CONFLICT: 412,
  SETTING_UNKNOWN: 404,
  SETTING_SECRET: 409,
  SETTING_LOCKED: 409,
  SECRET_UNAVAILABLE: 503,
  DECISION_CONFLICT: 412,
  DECISION_INVALID: 400,
  TOKEN_INVALID: 400,
  TOKEN_UNKNOWN: 404,
  IMPORT_INVALID: 400,
  TOOL_UNKNOWN: 404,
  TOOL_NAME_INVALID: 400,
  TOOL_SETTINGS_INVALID: 400,
  TOOL_TEXT_CLEANED: 500,
  TOOL_FIELD_UNKNOWN: 500,
  TOOL_NAMES_TOO_MANY: 500,
  DEFINITION_LEFT_OUT: 500,
  COMPANION_UNKNOWN: 404,
  COMPANION_NOT_FOUND: 500,
  COMPANION_MANIFEST_INVALID: 500,
  COMPANION_INVALID: 500,
  COMPANION_TIMED_OUT: 500,
  COMPANION_FAILED: 500,
  COMPANION_WRONG_SHAPE: 500,
  COMPANION_DUPLICATE: 500,
  COMPANION_SETTINGS_INVALID: 400,
  PROVIDER_REFUSED: 500,
  CONFIGURATION_INVALID: 400,
  APPROVAL_UNKNOWN: 404,
  APPROVAL_DECIDED: 409,
  TURN_UNKNOWN: 404,
  TURN_WAITING: 409,
  LOOP_MISUSED: 500,
  MODEL_RESPONSE_INVALID: 500,
  TURN_ENDED: 503,
  HOST_CLOSED: 503,
  ATTACHMENT_UNAVAILABLE: 500,
  STORE_NEWER: 503,
  STORE_UNAVAILABLE: 503,
  NETWORK_URL_INVALID: 500,
  NETWORK_ADDRESS_REFUSED: 500,
  NETWORK_NAME_UNRESOLVED: 500,
  NETWORK_REDIRECT_REFUSED: 500,
  NETWORK_TOO_MANY_REDIRECTS: 500,
  NETWORK_BODY_TOO_LARGE: 500,
  NETWORK_TIMED_OUT: 500,
  NETWORK_FAILED: 500,
};

/** Any error as a problem; undefined for one that nobody foresaw. */
export function toProblem(error: unknown): HttpProblem | undefined {
  if (error instanceof HttpProblem) return error;
  if (!isLoadoutError(error)) return undefined;
  // An error of another copy of core may have a code that this one does not know.
  const status: number | undefined = statuses[error.code];
  if (status === undefined || status === 500) return undefined;
  return new HttpProblem(status, error.message, { facts: { code: error.code } });
}

/** The document of a problem. */
export function createDocument({ status, message, facts }: HttpProblem): ProblemDocument {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail: message, ...facts };
}
