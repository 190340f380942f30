import { JsonSyntaxError, parseJson } from '../config/json-source.js';
import { UsageError } from '../config/usage-error.js';

/** Parses JSON that somebody typed or a file has; what is not JSON is said with its place in `source`. */
export function readJson(text: string, source: string): unknown {
  try {
    return parseJson(text).value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { line, column } = error.place;
    throw new UsageError(`${source}:${line}:${column}: ${error.verdict}: ${error.message}.`, { cause: error });
  }
}
