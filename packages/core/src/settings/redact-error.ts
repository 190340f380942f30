import type { Redactor } from './redactor.js';

const MAX_CAUSES = 10;

/**
 * An error for the log without secrets: the same one where it has none, a copy otherwise. Of a copy there is what a log
 * shows: name, message, code, stack and causes. Never throws, whatever was thrown.
 */
export function redactError(redactor: Redactor, error: unknown, depth = 0): unknown {
  if (redactor.isIdle) return error;
  try {
    if (typeof error === 'string') return redactor.text(error);
    if (!(error instanceof Error)) return redactValue(redactor, error);
    if (depth > MAX_CAUSES) return undefined;
    const { name, message, stack, cause } = error;
    const errors: unknown = 'errors' in error ? error.errors : undefined;
    const clean = {
      name: redactor.text(String(name)),
      message: redactor.text(String(message)),
      stack: stack === undefined ? undefined : redactor.text(String(stack)),
      cause: cause === undefined ? undefined : redactError(redactor, cause, depth + 1),
      errors: Array.isArray(errors) ? errors.map((one) => redactError(redactor, one, depth + 1)) : undefined,
    };
    const isSame =
      clean.name === name &&
      clean.message === message &&
      clean.stack === stack &&
      clean.cause === cause &&
      (clean.errors === undefined || clean.errors.every((one, index) => one === (errors as unknown[])[index])) &&
      hasPlainFields(redactor, error);
    if (isSame) return error;
    const copy = new Error(clean.message, clean.cause === undefined ? {} : { cause: clean.cause });
    const code: unknown = 'code' in error ? error.code : undefined;
    const own = {
      name: clean.name,
      ...(clean.stack === undefined ? {} : { stack: clean.stack }),
      ...(typeof code === 'string' ? { code: redactor.text(code) } : {}),
      ...(clean.errors === undefined ? {} : { errors: clean.errors }),
    };
    for (const [field, value] of Object.entries(own)) {
      Object.defineProperty(copy, field, { value, enumerable: false, configurable: true, writable: true });
    }
    return copy;
  } catch {
    // A getter that throws: nothing of it can be shown.
    return new Error('An error that cannot be read.');
  }
}

/** Other fields of an error may hold anything; a logger of the embedder's may show them. */
function hasPlainFields(redactor: Redactor, error: Error): boolean {
  return Object.entries(error).every(
    ([field, value]) => ['cause', 'errors'].includes(field) || redactValue(redactor, value) === value,
  );
}

function redactValue(redactor: Redactor, value: unknown): unknown {
  if (typeof value === 'string') return redactor.text(value);
  if (typeof value !== 'object' || value === null) return value;
  let text: string;
  try {
    text = JSON.stringify(value) ?? '';
  } catch {
    return '[a value that cannot be written]';
  }
  const clean = redactor.text(text);
  return clean === text ? value : clean;
}
