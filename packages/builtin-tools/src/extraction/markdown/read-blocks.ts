/** Reads the blocks of a page: what stands apart from each other, in order. */
import type { Block } from './blocks.js';
import { readCodeLanguage } from './code-language.js';
import { isListing, readCodeText } from './code-text.js';
import { blockTags, droppedTags, isElement, isHeading, listTags, tagOf } from './elements.js';
import { isHidden } from './hidden-elements.js';
import type { InlineToken } from './inline.js';
import { readLinkTarget } from './link-target.js';
import { readDefinitions } from './read-definitions.js';
import { readAlt } from './read-image.js';
import { lineStart, readChildren, readNode } from './read-inline.js';
import { readList } from './read-list.js';
import { readFormula } from './read-math.js';
import { readTable } from './read-table.js';
import { maxDepth, type Reading } from './reading.js';
import { collectText, toLine } from './seen-text.js';
import { splitParagraphs, tidyInline } from './tidy-inline.js';

/** Where blocks are read. */
export interface BlockPlace {
  /** In the document. */
  readonly depth: number;
  /** Of quotes and lists. */
  readonly nesting: number;
}

/** Reads what is in a node, or in some beside each other, as blocks. */
export type ReadBlocks = (
  parent: Node | readonly Node[],
  reading: Reading,
  place: BlockPlace,
  link?: PendingLink,
) => Block[];

/** A link around blocks: the first heading in it, or its first line, becomes the link. */
interface PendingLink {
  readonly href: string;
  readonly wantsHeading: boolean;
  isUsed: boolean;
}

const maxNesting = 16;
const permalink = /^(?:[#¶§🔗☍⚓]|link|permalink|(?:direct )?link to (?:this )?(?:heading|section))\ufe0f?$/iu;

/** Reads what is in an element, or in each of some nodes. */
export const readBlocks: ReadBlocks = (parent, reading, place, link) => {
  const reader = new BlockReader(reading, place, link);
  if (Array.isArray(parent)) for (const node of parent as readonly Node[]) reader.read(node);
  else reader.readChildren(parent as Node);
  return reader.finish();
};

class BlockReader {
  readonly #reading: Reading;
  readonly #blocks: Block[] = [];
  #place: BlockPlace;
  #link: PendingLink | undefined;
  #line: InlineToken[] = [];

  constructor(reading: Reading, place: BlockPlace, link: PendingLink | undefined) {
    this.#reading = reading;
    this.#place = place;
    this.#link = link;
  }

  finish(): Block[] {
    this.#endLine();
    return this.#blocks;
  }

  readChildren(parent: Node): void {
    const place = this.#place;
    this.#place = { ...place, depth: place.depth + 1 };
    for (let child = parent.firstChild; child !== null; child = child.nextSibling) this.read(child);
    this.#place = place;
  }

  read(node: Node): void {
    if (!isElement(node)) {
      if (node.nodeType === 3) readNode(node, this.#reading, this.#linePlace(), this.#line);
      return;
    }
    const tag = tagOf(node);
    const formula = tag === 'br' ? undefined : readFormula(node);
    if (formula?.isDisplay === true && tag !== 'img') {
      this.#add({ type: 'math', tex: formula.tex });
      return;
    }
    if (formula !== undefined) {
      readNode(node, this.#reading, this.#linePlace(), this.#line);
      return;
    }
    if (isListing(node, tag) && !isHidden(node)) {
      this.#addListing(node);
      return;
    }
    if (!blockTags.has(tag) && !this.#reading.blockHolders.has(node)) {
      readNode(node, this.#reading, this.#linePlace(), this.#line);
      return;
    }
    if (droppedTags.has(tag) || isHidden(node) || this.#reading.notes.dropped.has(node)) return;
    if (this.#place.depth > maxDepth) {
      this.#addText(collectText(node));
      return;
    }
    const label = this.#reading.notes.texts.get(node);
    if (label !== undefined && tag !== 'li') {
      this.#addNote(node, label);
      return;
    }
    if (blockTags.has(tag)) this.#readBlock(node, tag);
    else this.#readHolder(node, tag);
  }

  /** An element of a line that holds blocks; a link of that kind is written once. */
  #readHolder(node: Element, tag: string): void {
    const href =
      tag === 'a' && this.#link === undefined
        ? readLinkTarget(node.getAttribute('href') ?? '', this.#reading.base)
        : undefined;
    if (href === undefined) {
      this.readChildren(node);
      return;
    }
    this.#endLine();
    this.#link = { href, wantsHeading: node.querySelector('h1, h2, h3, h4, h5, h6') !== null, isUsed: false };
    this.readChildren(node);
    this.#endLine();
    this.#link = undefined;
  }

  #readBlock(node: Element, tag: string): void {
    this.#endLine();
    if (isHeading(tag)) {
      this.#addHeading(node, Number(tag[1]));
      return;
    }
    if (listTags.has(tag)) {
      this.#addNested(node, (place) => readList(node, this.#context(place)));
      return;
    }
    switch (tag) {
      case 'hr':
        this.#add({ type: 'rule' });
        return;
      case 'pre':
      case 'listing':
      case 'plaintext':
      case 'xmp':
        this.#addListing(node);
        return;
      case 'blockquote':
        this.#addNested(node, (place) => {
          const blocks = readBlocks(node, this.#reading, place);
          return blocks.length === 0 ? [] : [{ type: 'quote', blocks }];
        });
        return;
      case 'dl':
        this.#addNested(node, (place) => readDefinitions(node, this.#context(place)));
        return;
      case 'table':
        this.#addAll(readTable(node, this.#context({ ...this.#place, depth: this.#place.depth + 1 })));
        return;
      case 'summary':
        this.#addStrong(node);
        return;
      case 'figure':
        this.#addFigure(node);
        return;
    }
    this.readChildren(node);
    this.#endLine();
  }

  #context(place: BlockPlace): { reading: Reading; place: BlockPlace; readBlocks: ReadBlocks } {
    const readInside: ReadBlocks = (parent, reading, inside) => readBlocks(parent, reading, inside, this.#link);
    return { reading: this.#reading, place, readBlocks: readInside };
  }

  /** Past a depth nobody can follow, quotes and lists are only what is in them. */
  #addNested(node: Element, read: (place: BlockPlace) => readonly Block[]): void {
    const { depth, nesting } = this.#place;
    if (nesting >= maxNesting) {
      this.readChildren(node);
      this.#endLine();
    } else {
      this.#addAll(read({ depth: depth + 1, nesting: nesting + 1 }));
    }
  }

  #addHeading(node: Element, level: number): void {
    const line: InlineToken[] = [];
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (!isPermalink(child)) readNode(child, this.#reading, this.#linePlace(), line);
    }
    const tokens = this.#tidy(line, true);
    if (tokens.length > 0) this.#blocks.push({ type: 'heading', level, tokens });
  }

  #addListing(node: Element): void {
    const text = readCodeText(node);
    this.#endLine();
    if (text.trim() !== '') this.#blocks.push({ type: 'code', language: readCodeLanguage(node), text });
  }

  #addNote(node: Element, label: string): void {
    const blocks = readBlocks(node, this.#reading, { ...this.#place, depth: this.#place.depth + 1 });
    if (blocks.length > 0) this.#add({ type: 'note', label, blocks });
  }

  /** What a click opens, above what it opens. */
  #addStrong(node: Element): void {
    if (node.querySelector('h1, h2, h3, h4, h5, h6') !== null) {
      this.readChildren(node);
      this.#endLine();
      return;
    }
    const mark = { kind: 'strong' } as const;
    this.#line.push({ type: 'open', mark });
    readChildren(node, this.#reading, { ...this.#linePlace(), marks: new Set(['strong']) }, this.#line);
    this.#line.push({ type: 'close', mark });
    this.#endLine();
  }

  /** A caption that says what the picture's description says stands once. */
  #addFigure(node: Element): void {
    const image = node.querySelector('img');
    const caption = node.querySelector('figcaption');
    const isSaidTwice = image !== null && caption !== null && readAlt(image) === toLine(caption.textContent ?? '');
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (!(isSaidTwice && child === caption && readAlt(image) !== '')) this.read(child);
    }
    this.#endLine();
  }

  #addText(text: string): void {
    if (text !== '') this.#line.push({ type: 'text', text: ` ${text} ` });
  }

  #add(block: Block): void {
    this.#endLine();
    this.#blocks.push(block);
  }

  #addAll(blocks: readonly Block[]): void {
    this.#endLine();
    for (const block of blocks) this.#blocks.push(block);
  }

  #linePlace(): typeof lineStart {
    return {
      ...lineStart,
      depth: this.#place.depth,
      marks: this.#link === undefined ? lineStart.marks : new Set(['link'] as const),
    };
  }

  #endLine(): void {
    const line = this.#line;
    if (line.length === 0) return;
    this.#line = [];
    const tokens = this.#tidy(line, false);
    for (const paragraph of splitParagraphs(tokens)) this.#blocks.push({ type: 'paragraph', tokens: paragraph });
  }

  #tidy(line: readonly InlineToken[], isHead: boolean): readonly InlineToken[] {
    const tokens = tidyInline(line);
    const link = this.#link;
    if (link === undefined || link.isUsed || tokens.length === 0 || (link.wantsHeading && !isHead)) return tokens;
    link.isUsed = true;
    const mark = { kind: 'link', href: link.href } as const;
    const inside = tokens.map((token): InlineToken => (token.type === 'break' ? { type: 'break' } : token));
    return [{ type: 'open', mark }, ...inside, { type: 'close', mark }];
  }
}

/** The sign beside a heading that links to it. */
function isPermalink(node: Node): boolean {
  return isElement(node) && permalink.test(toLine((node.textContent ?? '').slice(0, 60)));
}
