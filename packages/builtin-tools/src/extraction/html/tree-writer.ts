/**
 * Writes the tree of a page as it hears it: each element closed, at the place where the rules of HTML put it, nothing
 * nested deeper than a DOM and a converter can take, nothing in it that is never read or that people do not see. So
 * every parser makes the same tree of it, of the size that was counted here, and the work for a page grows with its
 * length alone.
 *
 * It follows the rules for implied end tags, tables and what stands wrongly between their rows. It departs from them
 * where they make a tree of a million nodes out of a few thousand tags: formatting ends with the block that it is in and
 * is not opened again, and an element beyond the deepest level is put beside the deepest one.
 */
import { findElementRule } from './element-kinds.js';
import { endElement } from './end-element.js';
import { writeAttributes } from './render-html.js';
import { startElement, startVoid } from './start-element.js';
import { endTablePart, isPartRule } from './table-parts.js';
import { createTreeState, type TreeOptions, type TreeState } from './tree-state.js';
import { addScript, addText } from './tree-text.js';
import { readLooks } from './visibility.js';
import { type Attributes, type HtmlListener, noAttributes } from './walk-html.js';

/** A tree that was written. */
export interface WrittenTree {
  readonly head: string;
  readonly body: string;
  readonly rootAttributes: string;
  readonly bodyAttributes: string;
  readonly elements: number;
  readonly depth: number;
  readonly children: number;
  readonly breaks: number;
  readonly textCharacters: number;
  /** Those that are not of the site's head, foot or menus. */
  readonly mainCharacters: number;
  readonly concealedCharacters: number;
  readonly concealedMainCharacters: number;
  readonly jsonLd: readonly string[];
  readonly noscriptText: string;
  readonly scripts: { readonly count: number; readonly characters: number };
  /** Whether it holds a frame with another page. */
  readonly hasFrame: boolean;
  /** Whether the page goes on beyond the limits. */
  readonly isCut: boolean;
}

const white = '255,255,255';
const looksElsewhere = /background|color/i;

/** Hears of a page and writes its tree. */
export class TreeWriter implements HtmlListener {
  readonly #tree: TreeState;

  constructor(options: TreeOptions) {
    this.#tree = createTreeState(options);
  }

  start(name: string, attributes: Attributes, isSelfClosing: boolean): void {
    const tree = this.#tree;
    const { stack } = tree;
    switch (name) {
      case 'html':
        mergeAttributes(tree.rootAttributes, attributes);
        return;
      case 'body':
        mergeAttributes(tree.bodyAttributes, attributes);
        beginBody(tree);
        return;
      case 'base':
      case 'link':
      case 'meta':
        if (stack.top.unread !== undefined) return;
        if (tree.isInBody && attributes.has('itemprop')) stack.writeVoid(name, attributes);
        else tree.head.meta(name, attributes);
        return;
      case 'head':
        return;
      default:
        if (name === 'iframe' || name === 'frame') tree.hasFrame = true;
        if (name !== 'noscript' && name !== 'template' && stack.top.unread === undefined) beginBody(tree);
        startElement(tree, name, attributes, isSelfClosing);
    }
  }

  end(name: string): void {
    const tree = this.#tree;
    const { stack } = tree;
    const rule = findElementRule(name);
    if (rule === undefined) return;
    if (rule.kind === 'void') {
      if (name === 'br') startVoid(tree, name, noAttributes);
    } else if (rule.kind === 'table' || isPartRule(name, rule)) {
      endTablePart(stack, name);
    } else if (!endElement(stack, name, rule) && name === 'p' && stack.top.unread === undefined) {
      // The end of a paragraph that never began is an empty one.
      stack.push({ name, tag: 'p', kind: 'block', unread: undefined }, noAttributes);
      stack.pop();
    }
  }

  text(text: string): void {
    const tree = this.#tree;
    if (!tree.isInBody && tree.stack.top.unread === undefined) {
      if (text.trim() === '') return;
      beginBody(tree);
    }
    addText(tree, text);
  }

  raw(name: string, attributes: Attributes, text: string): void {
    const tree = this.#tree;
    switch (name) {
      case 'title':
        if (tree.stack.top.foreign === undefined) tree.head.title(text);
        return;
      case 'style':
        if (looksElsewhere.test(text)) tree.hasLooksElsewhere = true;
        tree.styles.add(text);
        return;
      case 'xmp':
        this.start('pre', attributes, false);
        this.text(text);
        this.end('pre');
        return;
      case 'script':
        addScript(tree, attributes, text);
        return;
      default:
    }
  }

  isDone(): boolean {
    const { limits, stack } = this.#tree;
    return stack.elements > limits.elements || stack.characters > limits.characters;
  }

  finish(): WrittenTree {
    const tree = this.#tree;
    const { stack } = tree;
    const isCut = this.isDone();
    stack.popAbove(0);
    const head = tree.head.finish();
    return {
      head: head.html,
      body: stack.join(),
      rootAttributes: writeAttributes(tree.rootAttributes),
      bodyAttributes: writeAttributes(tree.bodyAttributes),
      elements: stack.elements + head.elements + 3,
      depth: stack.depth + 1,
      children: stack.children,
      breaks: stack.breaks,
      textCharacters: tree.textCharacters,
      mainCharacters: tree.mainCharacters,
      concealedCharacters: tree.concealedCharacters,
      concealedMainCharacters: tree.concealedMainCharacters,
      jsonLd: head.jsonLd,
      noscriptText: tree.noscriptText.replaceAll(/\s+/g, ' ').trim(),
      scripts: { count: tree.scriptCount, characters: tree.scriptCharacters },
      hasFrame: tree.hasFrame,
      isCut,
    };
  }
}

/** The first that is shown begins the body. */
function beginBody(tree: TreeState): void {
  if (tree.isInBody) return;
  tree.isInBody = true;
  const { background } = readLooks('body', tree.bodyAttributes);
  const isPlain = !tree.head.hasStyleSheet() && !tree.hasLooksElsewhere;
  tree.stack.setBackground(background ?? (isPlain ? white : undefined));
}

/** A second `<html>` or `<body>` adds what the first has not. */
function mergeAttributes(into: Map<string, string>, attributes: Attributes): void {
  for (const [name, value] of attributes) if (!into.has(name)) into.set(name, value);
}
