/**
 * Selectors as this package and the reader use them: tags, `#id`, `.class`, `[name]`, `[name="value"]` and
 * `[name~="value"]`, below one another (`a b`, `a > b`), and lists of such. Anything else throws.
 */
import type { DomElement } from './dom-element.js';

/** Whether an element is one that is looked for. */
export type ElementTest = (element: DomElement) => boolean;

interface Step {
  readonly test: ElementTest;
  /** Whether the one before has to be the parent. */
  readonly isChild: boolean;
}

const compiled = new Map<string, ElementTest>();
// Selectors are written in code, so there are only so many.
const mostCompiled = 500;

const tagList = /^\s*[a-z][a-z\d-]*(?:\s*,\s*[a-z][a-z\d-]*)*\s*$/i;
const compound = /^(?:\*|[a-z][\w-]*)?(?:[.#][\w-]+|\[[\w:-]+(?:~?=(?:"[^"]*"|'[^']*'|[\w-]+))?\])*$/i;
const parts = /^(?:\*|[a-z][\w-]*)|([.#])([\w-]+)|\[([\w:-]+)(?:(~?=)(?:"([^"]*)"|'([^']*)'|([\w-]+)))?\]/gi;

/** Compiles a selector, once. */
export function compileSelector(selector: string): ElementTest {
  const known = compiled.get(selector);
  if (known !== undefined) return known;
  const test = tagList.test(selector) ? compileTags(selector) : compileList(selector);
  if (compiled.size < mostCompiled) compiled.set(selector, test);
  return test;
}

function compileTags(selector: string): ElementTest {
  const tags = selector.split(',').map((tag) => tag.trim().toLowerCase());
  const [only] = tags;
  if (tags.length === 1) return ({ localName }) => localName === only;
  const wanted = new Set(tags);
  return ({ localName }) => wanted.has(localName);
}

function compileList(selector: string): ElementTest {
  const chains = selector.split(',').map((part) => part.trim());
  const tests = chains.map((chain) => compileChain(chain, selector));
  // Most elements have no attribute, and then nothing has to be looked for.
  const wantsAttribute = chains.every((chain) => /[.#[][^\s>]*$/.test(chain));
  return (element) => (element.attributes.length > 0 || !wantsAttribute) && tests.some((test) => test(element));
}

function compileChain(chain: string, selector: string): ElementTest {
  const steps: Step[] = [];
  let isChild = false;
  for (const part of chain.replaceAll('>', ' > ').split(/\s+/)) {
    if (part === '>') {
      isChild = true;
      continue;
    }
    if (part === '' || !compound.test(part))
      throw new TypeError(`The selector "${selector}" is not one that is known.`);
    steps.push({ test: compileCompound(part), isChild });
    isChild = false;
  }
  return (element) => matchesFrom(steps, steps.length - 1, element);
}

function matchesFrom(steps: readonly Step[], index: number, element: DomElement): boolean {
  const step = steps[index];
  if (step === undefined || !step.test(element)) return false;
  if (index === 0) return true;
  for (let holder = element.parentElement; holder !== null; holder = holder.parentElement) {
    if (matchesFrom(steps, index - 1, holder)) return true;
    if (step.isChild) return false;
  }
  return false;
}

function compileCompound(part: string): ElementTest {
  const tests = Array.from(part.matchAll(parts), (match) => {
    const [whole, sign, name = '', attribute, operator, ...values] = match;
    const value = values.find((one) => one !== undefined) ?? '';
    if (sign === '#') return testAttribute('id', '=', name);
    if (sign === '.') return testAttribute('class', '~=', name);
    if (attribute !== undefined) return testAttribute(attribute, operator, value);
    const tag = whole.toLowerCase();
    return ({ localName }: DomElement) => tag === '*' || localName === tag;
  });
  return (element) => tests.every((test) => test(element));
}

function testAttribute(name: string, operator: string | undefined, wanted: string): ElementTest {
  if (operator === undefined) return (element) => element.hasAttribute(name);
  if (operator === '=') return (element) => element.getAttribute(name) === wanted;
  return (element) => {
    const value = element.getAttribute(name);
    return value?.includes(wanted) === true && value.split(/\s+/).includes(wanted);
  };
}
