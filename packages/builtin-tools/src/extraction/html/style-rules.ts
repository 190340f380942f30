/**
 * The classes and ids that the style sheets in a page hide. Only rules of one simple selector each are read, and only
 * where no other rule shows the same class again: enough for text that was hidden on purpose, at next to no cost.
 */
import { readStyle } from './visibility.js';

const longestSheets = 300_000;
const mostRules = 3_000;
/** Properties that may hide, and those that show again what another rule hides. */
const mayHide = /display|visibility|opacity|position|overflow|text-indent|margin-(?:left|top)|transform|clip/i;
const mayShow = /display|visibility|opacity|height|left|clip/;
const simpleSelector = /^[a-z]*([.#][\w-]{1,80})$/i;

/** Collects what style sheets say; `hides` knows what was collected so far. */
export interface StyleRules {
  add(sheet: string): void;
  hides(className: string | undefined, id: string | undefined): boolean;
}

/** Makes {@link StyleRules} without a rule. */
export function createStyleRules(): StyleRules {
  const hidden = new Set<string>();
  const shown = new Set<string>();
  let characters = 0;
  let rules = 0;
  const addRule = (selectors: string, body: string): void => {
    rules += 1;
    const hides = mayHide.test(body) && readStyle(body).hides;
    if (!hides && !mayShow.test(body)) return;
    for (const selector of selectors.split(',')) {
      const trimmed = selector.trim();
      const simple = hides ? simpleSelector.exec(trimmed)?.[1] : undefined;
      if (simple !== undefined) hidden.add(simple);
      // Whatever is said elsewhere of a class in combination may show it again.
      else if (!hides) for (const part of trimmed.match(/[.#][\w-]{1,80}/g) ?? []) shown.add(part);
    }
  };
  return {
    add(sheet) {
      if (characters > longestSheets) return;
      const css = sheet.slice(0, longestSheets - characters);
      characters += css.length;
      for (const { selectors, body } of readRules(css)) {
        if (rules >= mostRules) return;
        addRule(selectors, body);
      }
    },
    hides(className, id) {
      if (hidden.size === 0) return false;
      if (id !== undefined && isHidden(`#${id}`)) return true;
      return className?.split(/\s+/, 50).some((name) => name !== '' && isHidden(`.${name}`)) === true;
    },
  };
  function isHidden(selector: string): boolean {
    return hidden.has(selector) && !shown.has(selector);
  }
}

/** The rules at the top of a sheet; what is inside of `@media` and the like is left out. */
function* readRules(sheet: string): Generator<{ readonly selectors: string; readonly body: string }> {
  const css = withoutComments(sheet);
  let at = 0;
  for (;;) {
    const open = css.indexOf('{', at);
    if (open === -1) return;
    const before = css.slice(at, open);
    const selectors = before.slice(before.lastIndexOf(';') + 1).trim();
    const end = selectors.startsWith('@') ? findBlockEnd(css, open) : css.indexOf('}', open) + 1;
    if (end === 0) return;
    if (!selectors.startsWith('@')) yield { selectors, body: css.slice(open + 1, end - 1) };
    at = end;
  }
}

function findBlockEnd(css: string, open: number): number {
  let depth = 0;
  const brace = /[{}]/g;
  brace.lastIndex = open;
  for (let found = brace.exec(css); found !== null; found = brace.exec(css)) {
    depth += found[0] === '{' ? 1 : -1;
    if (depth === 0) return brace.lastIndex;
  }
  return css.length;
}

function withoutComments(css: string): string {
  let kept = '';
  let at = 0;
  for (let start = css.indexOf('/*'); start !== -1; start = css.indexOf('/*', at)) {
    kept += css.slice(at, start);
    const end = css.indexOf('*/', start + 2);
    if (end === -1) return kept;
    at = end + 2;
  }
  return kept + css.slice(at);
}
