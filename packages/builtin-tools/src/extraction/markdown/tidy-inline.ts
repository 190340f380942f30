import type { InlineToken, Mark } from './inline.js';

/**
 * Makes the tokens of a line what is seen: one space for a run of them, none at the ends of lines or just within marks,
 * no marks around nothing, code beside code as one. A run of line ends outside of marks ends the paragraph.
 */
export function tidyInline(tokens: readonly InlineToken[]): readonly InlineToken[] {
  const tidy = new TidyLine();
  for (const token of tokens) tidy.add(token);
  return tidy.tokens;
}

class TidyLine {
  readonly tokens: InlineToken[] = [];
  /** What is between the last that is seen and the next. */
  #gap: 'none' | 'space' | 'break' | 'end' = 'none';
  /** Marks that open before the next that is seen. */
  #opening: Mark[] = [];
  /** Marks that go on with one that had just ended. */
  readonly #continued = new Map<Mark, Mark>();
  #open = 0;

  add(token: InlineToken): void {
    switch (token.type) {
      case 'text':
        this.#addText(token.text);
        return;
      case 'break':
        this.#gap = this.#gap === 'break' || this.#gap === 'end' ? 'end' : 'break';
        if (token.endsParagraph === true) this.#gap = 'end';
        return;
      case 'open':
        this.#opening.push(token.mark);
        return;
      case 'close':
        this.#close(token.mark);
        return;
      default:
        this.#flush();
        this.#addSeen(token);
    }
  }

  #addText(text: string): void {
    if (/^[ \t\n\f\r]/.test(text) && this.#gap === 'none') this.#gap = 'space';
    const line = text.replaceAll(/[ \t\n\f\r]+/g, ' ').replace(/^ /, '');
    const core = line.endsWith(' ') ? line.slice(0, -1) : line;
    if (core === '') return;
    this.#flush();
    const last = this.tokens.at(-1);
    if (last?.type === 'text') this.tokens[this.tokens.length - 1] = { type: 'text', text: last.text + core };
    else this.tokens.push({ type: 'text', text: core });
    if (line !== core) this.#gap = 'space';
  }

  #addSeen(token: InlineToken): void {
    const last = this.tokens.at(-1);
    if (token.type === 'code' && last?.type === 'code') {
      this.tokens[this.tokens.length - 1] = { type: 'code', text: last.text + token.text };
    } else {
      this.tokens.push(token);
    }
  }

  #flush(): void {
    if (this.tokens.length > 0 && this.#gap !== 'none') this.#writeGap();
    this.#gap = 'none';
    const opening = this.#opening;
    if (opening.length === 0) return;
    this.#opening = [];
    for (const mark of opening) {
      const last = this.tokens.at(-1);
      if (last?.type === 'close' && last.mark.kind === mark.kind && mark.kind !== 'link') {
        this.tokens.pop();
        this.#continued.set(mark, last.mark);
      } else {
        this.tokens.push({ type: 'open', mark });
      }
      this.#open += 1;
    }
  }

  #writeGap(): void {
    if (this.#gap === 'space') {
      const last = this.tokens.at(-1);
      if (last?.type === 'text') this.tokens[this.tokens.length - 1] = { type: 'text', text: `${last.text} ` };
      else this.tokens.push({ type: 'text', text: ' ' });
    } else if (this.#gap === 'end' && this.#open === 0) {
      this.tokens.push({ type: 'break', endsParagraph: true });
    } else {
      this.tokens.push({ type: 'break' });
    }
  }

  #close(mark: Mark): void {
    const at = this.#opening.indexOf(mark);
    if (at !== -1) {
      this.#opening.splice(at, 1);
      return;
    }
    this.#open -= 1;
    this.tokens.push({ type: 'close', mark: this.#continued.get(mark) ?? mark });
  }
}

/** Splits a line's tokens where a paragraph ends. */
export function splitParagraphs(tokens: readonly InlineToken[]): readonly (readonly InlineToken[])[] {
  const paragraphs: InlineToken[][] = [[]];
  for (const token of tokens) {
    if (token.type === 'break' && token.endsParagraph === true) paragraphs.push([]);
    else paragraphs.at(-1)?.push(token);
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}
