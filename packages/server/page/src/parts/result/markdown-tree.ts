/*
 * Markdown as a small tree of what is shown: no HTML, no attribute but addresses, and no character that nobody sees, also
 * none that an entity (`&#x202E;`) stands for. It is made beside the page, by a worker: some texts take their parser long.
 */
import ReactMarkdown, { type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { toPlain } from '../split-foreign.js';

/** A text, or an element with what is in it. */
export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  /** As in HTML: `p`, `strong`, `a`. */
  readonly tag: string;
  readonly children: readonly MarkdownNode[];
  /** Of a link or an image. */
  readonly address?: string;
  /** Words for an image. */
  readonly alt?: string;
  /** Of a task. */
  readonly isDone?: boolean;
}

/** A tree that is larger or deeper is nothing that somebody reads, and stops the page that draws it. */
const mostNodes = 10_000;
const mostLevels = 60;

/** What the parser makes: elements, texts, and HTML that stays text. */
interface ParsedNode {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly ParsedNode[];
}

interface SourceNode {
  type: string;
  label?: string;
  identifier?: string;
  value?: string;
  children?: SourceNode[];
}

/** The tree of a text; null where it is too large or too deep. */
export function makeMarkdownTree(text: string): readonly MarkdownNode[] | null {
  try {
    let count = 0;
    const make = (nodes: readonly ParsedNode[], level: number): readonly MarkdownNode[] => {
      count += nodes.length;
      if (count > mostNodes || level > mostLevels) throw new RangeError('The tree is too large.');
      return nodes.flatMap(({ type, tagName, value, properties = {}, children = [] }): MarkdownNode[] => {
        if (type === 'text' || type === 'raw') return [toPlain(value ?? '')];
        if (type !== 'element' || tagName === undefined) return [];
        return [{ tag: tagName, children: make(children, level + 1), ...readProperties(properties) }];
      });
    };
    return make(parse(toPlain(text)), 0);
  } catch (error) {
    // Also where the parser has called itself too often.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readProperties({ href, src, alt, checked }: Readonly<Record<string, unknown>>): Partial<MarkdownElement> {
  const address = href ?? src;
  return {
    ...(typeof address === 'string' ? { address: toPlain(address) } : {}),
    ...(typeof alt === 'string' ? { alt: toPlain(alt) } : {}),
    ...(typeof checked === 'boolean' ? { isDone: checked } : {}),
  };
}

/** The component is a function of its text: it is called for what its last plugin gets, and has nothing to draw then. */
function parse(children: string): readonly ParsedNode[] {
  let parsed: readonly ParsedNode[] = [];
  const takeTree = () => (tree: ParsedNode) => {
    parsed = tree.children ?? [];
    return { type: 'root', children: [] };
  };
  ReactMarkdown({ children, remarkPlugins, rehypePlugins: [takeTree] as Options['rehypePlugins'] });
  return parsed;
}

/** Footnotes stay what they are in the text: a list of them has ids and a heading that nobody wrote. */
function keepFootnotes(): (tree: SourceNode) => void {
  return (tree) => {
    tree.children = (tree.children ?? []).flatMap(keepIn);
  };
}

function keepIn(node: SourceNode): SourceNode[] {
  const mark: SourceNode = { type: 'text', value: `[^${node.label ?? node.identifier ?? ''}]` };
  if (node.type === 'footnoteReference') return [mark];
  const children = node.children?.flatMap(keepIn);
  if (node.type !== 'footnoteDefinition') return [children === undefined ? node : { ...node, children }];
  const [first, ...others] = children ?? [];
  const begin: SourceNode[] = [mark, { type: 'text', value: ': ' }];
  return first?.type === 'paragraph'
    ? [{ ...first, children: [...begin, ...(first.children ?? [])] }, ...others]
    : [{ type: 'paragraph', children: begin }, ...(children ?? [])];
}

const remarkPlugins = [remarkGfm, keepFootnotes] as Options['remarkPlugins'];
