import { cutText } from '../cut-text.js';

// Nothing prints them, nor halves of surrogate pairs, and JSON needs six characters for each.
const unprintable = /(?![\t\n\r])[\p{Cc}\p{Cs}]/gu;
// Marks that turn the direction of what follows: a title with one would turn the text around it.
const directions = /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g;

/** A text of several lines as it may be shown: what cannot be printed is replaced. */
export function plainText(value: string): string {
  return value.replace(unprintable, '\ufffd');
}

/** A text of one line, without marks of direction, at most `most` characters. */
export function plainLine(value: string, most: number): string {
  const head = value.length > most * 4 ? value.slice(0, most * 4) : value;
  return boundText(plainText(head.replace(/\s+/g, ' ').replace(directions, '').trim()), most);
}

/** At most `most` characters, with an ellipsis where it was cut. */
function boundText(value: string, most: number): string {
  return value.length <= most ? value : `${cutText(value, most - 1)}…`;
}
