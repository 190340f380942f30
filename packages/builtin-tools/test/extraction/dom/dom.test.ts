import { readdirSync, readFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
// Reaches inside: which tree a page is read in is not seen from outside.
import { DomDocument } from '../../../src/extraction/dom/dom-document.js';
import { readMarkup } from '../../../src/extraction/dom/read-markup.js';
import { compileSelector } from '../../../src/extraction/dom/selector.js';

const markup =
  '<html lang="en"><head><title>A &amp; B</title><meta name="author" content="C"></head><body class="page wide">' +
  '<main id="top"><h1>One</h1><p class="lead first">Two <b>three</b> four</p>five<ul role="list"><li>six</li><li><a href="/x">seven</a><br>' +
  '</li></ul></main><aside class="wide" title="&quot;said&quot; &lt;b&gt;">eight</aside><div><p></p>nine</div></body></html>';

function build(html = markup): Document {
  const document = new DomDocument();
  readMarkup(html, document, document);
  return document as unknown as Document;
}

/** The whole tree, each node with all that is beside and in it. */
function describe(root: Node): readonly unknown[] {
  const name = (node: Node | null): string | null => node && `${node.nodeName} ${node.nodeValue ?? ''}`;
  const described: unknown[] = [];
  const add = (node: Node): void => {
    const element = node.nodeType === 1 ? (node as Element) : undefined;
    described.push([
      name(node),
      [node.parentNode, node.parentElement, node.previousSibling, node.nextSibling].map(name),
      [node.firstChild, node.lastChild].map(name),
      Array.from(node.childNodes, name),
      node.textContent,
      element && {
        tag: element.localName,
        attributes: Array.from(element.attributes, (attribute) => `${attribute.name}=${attribute.value}`),
        beside: [element.previousElementSibling, element.nextElementSibling].map(name),
        inside: [element.firstElementChild, element.lastElementChild, ...element.children].map(name),
        markup: element.innerHTML,
        names: [element.id, element.className],
      },
    ]);
    for (let child = node.firstChild; child !== null; child = child.nextSibling) add(child);
  };
  add(root);
  return described;
}

const bodyOf = (document: Document): HTMLElement => document.body;
const both = (html?: string): readonly [Document, Document] => [build(html), new JSDOM(html ?? markup).window.document];

test('a tree has what the reference has', () => {
  const [ours, reference] = both();
  expect(describe(bodyOf(ours))).toEqual(describe(bodyOf(reference)));
  expect(ours.title).toBe(reference.title);
  expect(ours.head.innerHTML).toBe(reference.head.innerHTML);
  expect(ours.documentElement.getAttribute('lang')).toBe('en');
  expect(ours.querySelector('aside')?.getAttribute('title')).toBe('"said" <b>');
  expect(ours.querySelector('aside')?.getAttribute('id')).toBeNull();
});

/** Numbers that are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Changes the tree at random; the same way in each DOM. */
function change(document: Document, seed: number): void {
  const next = numbers(seed);
  const nodes: Node[] = [];
  const collect = (node: Node): void => {
    nodes.push(node);
    for (let child = node.firstChild; child !== null; child = child.nextSibling) collect(child);
  };
  collect(document.body);
  const pick = (): Node => nodes[next(nodes.length)] ?? document.body;
  const pickElement = (): Element => {
    for (;;) {
      const node = pick();
      if (node.nodeType === 1 && node.nodeName !== 'BR') return node as Element;
    }
  };
  for (let step = 0; step < 60; step += 1) {
    const node = pick();
    const holder = pickElement();
    const isWithin = node.contains?.(holder) === true || node === document.body;
    switch (next(9)) {
      case 0:
        if (!isWithin) holder.appendChild(node);
        break;
      case 1:
        if (!isWithin) holder.insertBefore(node, holder.firstChild === node ? null : holder.firstChild);
        break;
      case 2:
        if (node !== document.body) (node as Element).remove();
        break;
      case 3:
        if (!isWithin && holder.lastChild !== null && holder.lastChild !== node)
          holder.replaceChild(node, holder.lastChild);
        break;
      case 4:
        nodes.push(holder.appendChild(document.createElement('DIV')));
        break;
      case 5:
        nodes.push(holder.appendChild(document.createTextNode(`text ${step} <&>"`)));
        break;
      case 6:
        holder.setAttribute(next(2) === 0 ? 'class' : 'title', `"${step}" & <`);
        break;
      case 7:
        holder.removeAttribute('class');
        break;
      default:
        if (holder !== document.body && holder.parentNode !== null && !isWithin) {
          const copy = holder.cloneNode(true);
          (holder as HTMLElement).replaceWith(copy);
          nodes.push(copy);
        }
    }
  }
}

test('a tree that was changed has what the reference has', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const [ours, reference] = both();
    // A list that somebody has does not change with the tree.
    const children = bodyOf(ours).children;
    const before = Array.from(children);
    for (const document of [ours, reference]) change(document, seed);
    expect(describe(bodyOf(ours)), `seed ${seed}`).toEqual(describe(bodyOf(reference)));
    expect(Array.from(children)).toEqual(before);
  }
});

test('markup that was written is read as what it was written of', () => {
  const document = build();
  const { body } = document;
  change(document, 7);
  const { textContent } = body;
  const written = body.innerHTML;
  const copy = document.createElement('body');
  copy.innerHTML = written;
  expect(copy.innerHTML).toBe(written);
  body.innerHTML = '<p>other</p>';
  expect(body.textContent).toBe('other');
  body.innerHTML = written;
  expect(body.innerHTML).toBe(written);
  expect(body.textContent).toBe(textContent);
});

test('nothing is put into itself, and nothing is taken from where it is not', () => {
  const { body } = build();
  const main = body.querySelector('main') as Element;
  const item = body.querySelector('li') as Element;
  expect(() => item.appendChild(main)).toThrow(TypeError);
  expect(() => main.removeChild(item)).toThrow(TypeError);
  expect(() => body.insertBefore(document(), item)).toThrow(TypeError);
  expect(body.querySelector('li')).toBe(item);
  function document(): Node {
    return body.ownerDocument.createElement('p');
  }
});

const selectors = [
  ...[
    'p',
    'P',
    '*',
    '#top',
    '.wide',
    'p.lead',
    'p.lead.first',
    '.none',
    'main, aside',
    'ul,li , a',
    'a[href]',
    '[role]',
  ],
  ...['[role="list"]', "[role='list']", '[role=list]', '[class~="wide"]', '[class~="wid"]', '[class="wide"]', 'main p'],
  ...['main li a', 'body > div > p', 'main > a', 'body main > p b', 'ul li, aside.wide', 'meta[name=author]'],
];

test.each(selectors)('finds what the reference finds: %s', (selector) => {
  const [ours, reference] = both();
  const find = (document: Document): readonly string[] =>
    Array.from(document.querySelectorAll(selector), ({ localName, textContent }) => `${localName} ${textContent}`);
  expect(find(ours)).toEqual(find(reference));
  expect(ours.querySelector(selector)?.textContent).toBe(reference.querySelector(selector)?.textContent);
  const closest = (document: Document): string | undefined => document.querySelector('a')?.closest(selector)?.localName;
  expect(closest(ours)).toBe(closest(reference));
});

test('elements are found by their tag, in whatever case', () => {
  const [ours, reference] = both();
  for (const name of ['li', 'LI', '*', 'video']) {
    expect(Array.from(ours.body.getElementsByTagName(name), ({ nodeName }) => nodeName)).toEqual(
      Array.from(reference.body.getElementsByTagName(name), ({ nodeName }) => nodeName),
    );
  }
});

test.each(['p:first-child', 'p + p', 'p ~ p', '[class^="a"]', 'p::before', '', 'p,', ':not(p)'])(
  'says so where it does not know a selector: %s',
  (selector) => {
    expect(() => compileSelector(selector)).toThrow(/is not one that is known/);
  },
);

test('every selector that the package uses is known', () => {
  const folder = new URL('../../../src/extraction/', import.meta.url);
  const used = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(new URL(name, folder), 'utf8').matchAll(/\.(?:querySelector(?:All)?|closest)\(\s*'([^']+)'/g),
    ])
    .map(([, selector = '']) => selector);
  expect(used.length).toBeGreaterThan(15);
  for (const selector of used) expect(() => compileSelector(selector), selector).not.toThrow();
});
