import type { Alignment, Block, ListItem, TableBlock } from './blocks.js';
import { writeInline } from './write-inline.js';

/** Writes blocks as Markdown, an empty line between them. */
export function writeBlocks(blocks: readonly Block[]): string {
  const writer = new BlockWriter();
  writer.writeAll(blocks, { isTight: false });
  return writer.text();
}

class BlockWriter {
  readonly #lines: string[] = [];
  /** What each line begins with. */
  #prefix = '';
  /** What the next one begins with, where that is something else. */
  #marker: string | undefined;

  text(): string {
    return this.#lines.join('\n');
  }

  writeAll(blocks: readonly Block[], { isTight }: { readonly isTight: boolean }): void {
    let alternates = false;
    for (const [index, block] of blocks.entries()) {
      const before = blocks[index - 1];
      if (index > 0 && !isTight) this.#line('');
      // Two lists in a row would be read as one.
      const continues = before?.type === 'list' && block.type === 'list' && before.isOrdered === block.isOrdered;
      alternates = continues && !alternates;
      this.#write(block, alternates);
    }
  }

  #line(text: string): void {
    const start = this.#marker ?? this.#prefix;
    this.#marker = undefined;
    this.#lines.push(text === '' ? start.trimEnd() : start + text);
  }

  #inside(marker: string, prefix: string, write: () => void): void {
    const outer = this.#prefix;
    this.#marker = (this.#marker ?? outer) + marker;
    this.#prefix = outer + prefix;
    write();
    this.#prefix = outer;
    this.#marker = undefined;
  }

  #write(block: Block, alternates: boolean): void {
    switch (block.type) {
      case 'paragraph':
        this.#writeLines(writeInline(block.tokens, { lineEnd: '  \n', startsLine: true }));
        return;
      case 'heading': {
        const text = writeInline(block.tokens, { lineEnd: ' ', startsLine: false });
        this.#line(`${'#'.repeat(block.level)} ${text.replace(/(^|\s)(#+)$/, '$1\\$2')}`);
        return;
      }
      case 'code':
        this.#writeCode(block.text, block.language);
        return;
      case 'math':
        this.#writeLines(`$$\n${block.tex.replaceAll(/\n\s*\n/g, '\n')}\n$$`);
        return;
      case 'rule':
        // Beside the sign of an item, dashes or stars would be read together with it.
        this.#line(this.#marker === undefined ? '---' : '___');
        return;
      case 'quote':
        this.#inside('> ', '> ', () => this.writeAll(block.blocks, { isTight: false }));
        return;
      case 'list':
        this.#writeList(block.items, block.isOrdered, alternates);
        return;
      case 'table':
        this.#writeTable(block.table);
        return;
      case 'note':
        this.#inside(`[^${block.label}]: `, '    ', () => this.writeAll(block.blocks, { isTight: false }));
        return;
    }
  }

  #writeLines(text: string): void {
    for (const line of text.split('\n')) this.#line(line);
  }

  #writeCode(text: string, language: string): void {
    const longest = (run: RegExp): number => {
      let most = 2;
      for (const [signs] of text.matchAll(run)) most = Math.max(most, signs.length);
      return most + 1;
    };
    const ticks = longest(/^[ ]*`{3,}/gm);
    const tildes = ticks > 20 ? longest(/^[ ]*~{3,}/gm) : 0;
    if (ticks > 20 && tildes > 20) {
      this.#writeLines(text.replaceAll(/^/gm, '    '));
      return;
    }
    const fence = ticks > 20 ? '~'.repeat(tildes) : '`'.repeat(ticks);
    this.#line(fence + language);
    this.#writeLines(text);
    this.#line(fence);
  }

  #writeList(items: readonly ListItem[], isOrdered: boolean, alternates: boolean): void {
    const isTight = items.every(isTightItem);
    for (const [index, { number, isDone, blocks }] of items.entries()) {
      if (index > 0 && !isTight) this.#line('');
      const sign = isOrdered ? `${number}${alternates ? ')' : '.'} ` : alternates ? '* ' : '- ';
      const box = isDone === undefined ? '' : isDone ? '[x] ' : '[ ] ';
      this.#inside(sign + box, ' '.repeat(sign.length), () => this.writeAll(blocks, { isTight }));
    }
  }

  #writeTable({ header, rows, alignments }: TableBlock): void {
    this.#line(`| ${header.join(' | ')} |`);
    this.#line(`| ${alignments.map(writeAlignment).join(' | ')} |`);
    for (const row of rows) this.#line(`| ${row.join(' | ')} |`);
  }
}

function writeAlignment(alignment: Alignment): string {
  if (alignment === 'left') return ':---';
  if (alignment === 'right') return '---:';
  return alignment === 'center' ? ':---:' : '---';
}

/** Whether an item needs no empty line in it: a line of text, and lists that may follow one. */
function isTightItem({ blocks }: ListItem): boolean {
  return blocks.every((block, index) => {
    if (index === 0) return block.type !== 'table';
    return block.type === 'list' && (!block.isOrdered || block.items[0]?.number === 1) && index === 1;
  });
}
