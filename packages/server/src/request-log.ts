import { randomUUID } from 'node:crypto';
import type { LogEntry, Logger } from '@loadout/core';
import type { ApiContext } from './api-context.js';

/** What is written down of requests. */
export interface RequestLog {
  /** One line for each request; of a stream, when it begins. Never a value of the query, nor a body. */
  readonly write: (context: ApiContext, next: () => Promise<void>) => Promise<void>;
  /** Writes down an error that nobody foresaw; answers the id that it is found under. */
  readonly writeFailure: (error: unknown) => string;
}

/** Makes it. */
export function createRequestLog(logger: Logger): RequestLog {
  const log = (entry: LogEntry): void => {
    try {
      logger(entry);
    } catch {
      // A logger must not throw; what it throws is dropped.
    }
  };
  return {
    async write(context, next) {
      const startedAt = performance.now();
      await next();
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const { method } = context.req.raw;
      const route = context.get('route')?.path ?? null;
      const { status } = context.res;
      const token = context.get('caller')?.tokenId ?? null;
      const message = `${method} ${route ?? '(no route)'} ${status} in ${ms} ms`;
      // A page is made of many files.
      const level = route === '(file)' ? 'debug' : 'info';
      log({ level, event: 'http-request', message, data: { method, route, status, ms, token } });
    },
    writeFailure(error) {
      const errorId = randomUUID();
      log({ level: 'error', event: 'http-failed', message: 'A request failed.', errorId, error });
      return errorId;
    },
  };
}
