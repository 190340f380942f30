/**
 * The text of a listing as its author wrote it: without the numbers of lines and the buttons that highlighters add,
 * with the ends of lines that they make of elements.
 */
import { removeInvisible } from '../html/visible-text.js';
import { classOf, isElement, tagOf } from './elements.js';
import { isHidden } from './hidden-elements.js';

const numbers =
  /(?:^|\s)(?:linenos?|lineno(?:s|div)?|line-?numbers?(?:-rows)?|lnt|ln|gutter|gl|rouge-gutter|hljs-ln-numbers|blob-num\S*|react-syntax-highlighter-line-number|CodeMirror-(?:gutter\S*|linenumber)|cm-gutters?|margin|code-(?:copy|header|toolbar)\S*|code-block-header\S*|toolbar|copy\S*)(?:\s|$)/;
const line =
  /(?:^|\s)(?:line|cl|token-line|code-line|view-line|cm-line|CodeMirror-line|react-code-line\S*|hljs-ln-line|hljs-ln-code|ec-line|diff-line|blob-code\S*)(?:\s|$)/;
const codeTables =
  /(?:^|\s)(?:highlight(?:table)?|rouge-table|lntable|hljs-ln|codehilitetable|js-file-line-container|diff-table|code-?table|syntaxhighlighter)(?:\s|$)/;
const editors = /(?:^|\s)(?:CodeMirror|cm-editor|cm-content|monaco-editor|react-code-lines)(?:\s|$)/;
const dropped = /^(?:button|script|style|template|svg|noscript|textarea|select|iframe|input)$/;
const lineTags = /^(?:div|p|li|tr|pre|dd|dt|table|figure|section|header)$/;

/** Whether an element that is no `<pre>` holds a listing. */
export function isListing(element: Element, tag: string): boolean {
  if (tag === 'table') {
    if (codeTables.test(classOf(element))) return true;
    const cell = element.querySelector('td');
    return cell !== null && /(?:^|\s)(?:gutter|linenos?|blob-num|rouge-gutter)(?:\s|$)/.test(classOf(cell));
  }
  if (tag === 'div') return editors.test(classOf(element));
  if (tag !== 'code') return false;
  return /language-|hljs|lang-/.test(classOf(element)) && (element.textContent ?? '').trim().includes('\n');
}

interface CodeWriter {
  text: string[];
  /** Whether a line ended with its element, and not yet in the text. */
  awaitsEnd: boolean;
  endsLine: boolean;
}

/** Reads a listing. */
export function readCodeText(listing: Element): string {
  const writer: CodeWriter = { text: [], awaitsEnd: false, endsLine: true };
  // An element that ends is told by its end.
  let node: Node | null = listing.firstChild;
  while (node !== null) {
    const goesIn = enter(node, writer);
    if (goesIn && node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    if (goesIn) leave(node, writer);
    while (node !== null && node !== listing && node.nextSibling === null) {
      node = node.parentNode;
      if (node !== null && node !== listing) leave(node, writer);
    }
    if (node === null || node === listing) break;
    node = node.nextSibling;
  }
  return trimLines(removeInvisible(writer.text.join('')).replaceAll('\u00a0', ' '));
}

function enter(node: Node, writer: CodeWriter): boolean {
  if (node.nodeType === 3) {
    const text = (node.nodeValue ?? '').replaceAll(/\r\n?/g, '\n');
    if (text === '') return false;
    if (writer.awaitsEnd && !text.startsWith('\n')) write('\n', writer);
    write(text, writer);
    return false;
  }
  if (!isElement(node)) return false;
  const tag = tagOf(node);
  if (tag === 'br') {
    if (writer.awaitsEnd) write('\n', writer);
    write('\n', writer);
    return false;
  }
  const className = classOf(node);
  if (dropped.test(tag) || (className !== '' && numbers.test(className)) || isHidden(node)) return false;
  if (!isLine(node, tag, className)) return true;
  if (writer.awaitsEnd || !writer.endsLine) write('\n', writer);
  writer.awaitsEnd = false;
  return true;
}

function leave(node: Node, writer: CodeWriter): void {
  if (!isElement(node) || !isLine(node, tagOf(node), classOf(node))) return;
  // What ends with a line's end inside needs no other; an empty line is one.
  writer.awaitsEnd ||= !writer.endsLine || !hasText(node);
  writer.endsLine = true;
}

function hasText(element: Element): boolean {
  return element.firstChild !== null;
}

function isLine(element: Element, tag: string, className: string): boolean {
  if (tag === 'span' || tag === 'code') return className !== '' && line.test(className);
  return lineTags.test(tag) && element.parentNode !== null;
}

function write(text: string, writer: CodeWriter): void {
  writer.text.push(text);
  writer.awaitsEnd = false;
  writer.endsLine = text.endsWith('\n');
}

/** Without empty lines at the ends. */
function trimLines(text: string): string {
  const lines = text.split('\n');
  let first = 0;
  let last = lines.length;
  while (first < last && lines[first]?.trim() === '') first += 1;
  while (last > first && lines[last - 1]?.trim() === '') last -= 1;
  return lines.slice(first, last).join('\n');
}
