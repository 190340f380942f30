/**
 * Formulas stand in a page up to three times: as TeX, as MathML for those who listen, and as what is seen. Each is read
 * once, as TeX.
 */
import { classOf, isElement, tagOf, walkNodes } from './elements.js';
import { mathmlToTex } from './mathml-to-tex.js';

/** A formula. */
export interface Formula {
  readonly tex: string;
  readonly isDisplay: boolean;
}

const holderClass = /(?:^|\s)(?:katex(?:-display)?|mwe-math-element|MathJax(?:_\w+)?|MJX\w*|mathjax)(?:\s|$)/;
const displayClass = /(?:^|\s)(?:katex-display|MathJax_Display|mwe-math-element-block)(?:\s|$)|display/;
const pictureClass = /(?:^|\s)(?:mwe-math-fallback\S*|tex|latex|math)(?:\s|$)/;
const pictureSource = /latex\.php|codecogs\.com|chart\?cht=tx|\/math\/render\//;
const texEncoding = /tex/i;
const longest = 10_000;

/** Reads an element as a formula; undefined where it is none, null where it is one that stands elsewhere, too. */
export function readFormula(element: Element): Formula | undefined | null {
  const tag = tagOf(element);
  if (tag === 'math') return readMathml(element);
  if (tag === 'script') return readScript(element);
  if (tag === 'img') return readPicture(element);
  const className = classOf(element);
  if (tag !== 'mjx-container' && (className === '' || !holderClass.test(className))) return undefined;
  if (/MathJax/.test(className) && hasScriptAfter(element)) return null;
  // A class that a page puts around much more than a formula.
  if (/(?:^|\s)mathjax(?:\s|$)/.test(className)) return undefined;
  return readHolder(element, className);
}

function readHolder(element: Element, className: string): Formula | undefined | null {
  let found: Formula | undefined | null;
  walkNodes(element, (node) => {
    if (found !== undefined || !isElement(node)) return false;
    const tag = tagOf(node);
    if (tag === 'math' || tag === 'img' || tag === 'script') found = readFormula(node) ?? undefined;
    return found === undefined;
  });
  const isPreview = /Preview/.test(className);
  if (found === undefined || found === null) return isPreview ? null : undefined;
  const isDisplay = found.isDisplay || displayClass.test(className) || element.getAttribute('display') === 'true';
  return { tex: found.tex, isDisplay };
}

function readMathml(element: Element): Formula | undefined {
  let annotation: string | undefined;
  walkNodes(element, (node) => {
    if (annotation !== undefined || !isElement(node)) return false;
    if (tagOf(node) !== 'annotation') return true;
    if (texEncoding.test(node.getAttribute('encoding') ?? '')) annotation = node.textContent ?? '';
    return false;
  });
  const tex = annotation ?? element.getAttribute('alttext') ?? mathmlToTex(element);
  return create(tex, element.getAttribute('display') === 'block');
}

function readScript(element: Element): Formula | undefined {
  const type = element.getAttribute('type') ?? '';
  if (!/^math\/tex/i.test(type)) return undefined;
  return create(element.textContent ?? '', /mode\s*=\s*display/i.test(type));
}

function readPicture(element: Element): Formula | undefined {
  const className = classOf(element);
  const isFormula = pictureClass.test(className) || pictureSource.test(element.getAttribute('src') ?? '');
  const alt = element.getAttribute('alt') ?? '';
  return isFormula && alt.trim() !== '' ? create(alt, /display/.test(className)) : undefined;
}

function hasScriptAfter(element: Element): boolean {
  let next: Element | null = element;
  for (let steps = 0; steps < 3; steps += 1) {
    next = next.nextElementSibling;
    if (next === null) return false;
    if (tagOf(next) === 'script') return readScript(next) !== undefined;
  }
  return false;
}

function create(source: string, isDisplay: boolean): Formula | undefined {
  const trimmed = source.slice(0, longest).replaceAll('%\n', ' ').trim();
  const style = /^\{\\(display|text)style\s?([\s\S]*)\}$/.exec(trimmed);
  const tex = (style?.[2] ?? trimmed).replace(/^\$\$?([\s\S]*?)\$?\$$/, '$1').trim();
  return tex === '' ? undefined : { tex, isDisplay };
}

/** Splits text at formulas that are written out for a script to find: `\(…\)`, `\[…\]` and `$$…$$`. */
export function splitFormulas(text: string): readonly (string | Formula)[] {
  if (!/\\[([]|\$\$/.test(text)) return [text];
  const parts: (string | Formula)[] = [];
  const missing = new Set<string>();
  let start = 0;
  for (const { 0: opening, index } of text.matchAll(/\\\(|\\\[|\$\$/g)) {
    if (index < start || missing.has(opening)) continue;
    const closing = closings[opening] ?? '';
    const end = text.indexOf(closing, index + 2);
    if (end === -1) missing.add(opening);
    if (end === -1 || end - index > 2_000) continue;
    const formula = create(text.slice(index + 2, end), opening !== '\\(');
    if (formula === undefined) continue;
    parts.push(text.slice(start, index), formula);
    start = end + 2;
  }
  parts.push(text.slice(start));
  return parts;
}

const closings: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]', $$: '$$' };
