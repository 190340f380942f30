import { neutraliseText } from '../output/neutralise.js';

/** Longest value in a line for people; JSON has all of it. */
const mostCharacters = 200;

/** A value on one line, as JSON. */
export function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return neutraliseText(text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text);
}
