import { neutraliseText } from '../output/neutralise.js';

/** Makes foreign text harmless while it comes in, in pieces that may end in the middle of a character. */
export interface TextGuard {
  /** What may be written by now. */
  push(text: string): string;
  /** What was held back; nothing more comes. */
  end(): string;
}

/** A guard for one text. */
export function createTextGuard(): TextGuard {
  let held = '';
  return {
    push(text) {
      const all = held + text;
      // Half of a character, or half of a line end, is judged with the other half.
      held = /[\ud800-\udbff\r]$/.exec(all)?.[0] ?? '';
      return neutraliseText(all.slice(0, all.length - held.length));
    },
    end() {
      const rest = held;
      held = '';
      return neutraliseText(rest);
    },
  };
}
