import { type JsonSource, JsonSyntaxError, parseJson } from '../config/json-source.js';
import { UsageError } from '../config/usage-error.js';

/** More repeated keys of one document are counted, not told. */
const mostTold = 20;

/** The same of what the host is to keep: a key that is there twice is refused, because one of the two would be lost. */
export function readDocument(text: string, source: string): unknown {
  const { value, listDuplicateKeys } = parse(text, source);
  const repeated = listDuplicateKeys();
  if (repeated.length === 0) return value;
  const lines = repeated
    .slice(0, mostTold)
    .map(({ pointer, place }) => `${source}:${place.line}:${place.column}: ${pointer} is there twice. Remove one.`);
  if (repeated.length > mostTold) lines.push(`There are ${repeated.length - mostTold} more.`);
  throw new UsageError(lines.join('\n'));
}

/** Parses JSON that somebody typed or a file has; what is not JSON is said with its place in `source`. */
export function readJson(text: string, source: string): unknown {
  return parse(text, source).value;
}

function parse(text: string, source: string): JsonSource {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { line, column } = error.place;
    throw new UsageError(`${source}:${line}:${column}: ${error.verdict}: ${error.message}.`, { cause: error });
  }
}
