/** A line of the log as JSON. */
export interface LogLine {
  readonly level: string;
  readonly event: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** The lines of a text that are of the log; a companion may have written others. */
export function readLog(text: string): readonly LogLine[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}
