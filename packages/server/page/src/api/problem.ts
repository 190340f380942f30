import type { ApiSchemas } from '@loadout/server/client';

/** What the server says is wrong (RFC 9457), or that there is no answer at all. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** 0: no answer came. */
  readonly status: number;
  readonly code: string | undefined;
  readonly errorId: string | undefined;
  /** With 412: the revision that the loadout has now. */
  readonly revision: number | undefined;
  /** With 412: what stands there now, as its reading answers it; null: nothing. */
  readonly current: unknown;
  /** Places that do not fit. */
  readonly places: readonly ApiSchemas['ProblemPlace'][];

  constructor(status: number, document: Partial<ApiSchemas['Problem']>, cause?: unknown) {
    super(document.detail ?? document.title ?? '', { cause });
    this.status = status;
    this.code = document.code;
    this.errorId = document.errorId;
    this.revision = document.revision;
    this.current = document.current;
    this.places = document.errors ?? [];
  }

  /** Nobody is signed in, or not any more. */
  get isSignedOut(): boolean {
    return this.status === 401;
  }

  /** The server did not answer, or is about to end. */
  get isUnreachable(): boolean {
    return this.status === 0 || this.status === 503;
  }
}

/** Whether somebody else was first. */
export function isConflict(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.status === 412;
}

/** Whether there is no such thing: an answer, which no second try changes. */
export function isGone(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.status === 404;
}

/** The same for something that is named by the path alone: a name that nothing can have is of nothing. */
export function isUnknownName(error: unknown): error is ApiProblem {
  return isGone(error) || (error instanceof ApiProblem && error.status === 400);
}

/** Whether whoever is signed in may not see it. */
export function isForbidden(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.status === 403;
}

/** Whether something thrown is a problem of the API. */
export function isApiProblem(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem;
}
