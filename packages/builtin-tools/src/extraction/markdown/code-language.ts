import { classOf, isElement, tagOf } from './elements.js';

const patterns: readonly RegExp[] = [
  /(?:^|\s)(?:language|lang)-([\w+#.-]+)/,
  /(?:^|\s)highlight-(?:source|text)-([\w+#]+)/,
  /\bbrush:\s*([\w+#-]+)/,
  /(?:^|\s)sourceCode\s+([\w+#-]+)/,
  /(?:^|\s)hljs\s+([\w+#-]+)/,
  /(?:^|\s)highlight-([\w+#]+)/,
  /(?:^|\s)(?:prettyprint\s+(?:lang-)?|code-|src-)([\w+#]+)/,
];
const noLanguage =
  /^(?:none|no-?highlight|plain(?:text)?|text|txt|default|auto|undefined|unknown|linenums|copyable|wrapper|block|toolbar|snippet|example|fold|html-basic)$/i;
const aliases: Readonly<Record<string, string>> = {
  ipython3: 'python',
  ipython: 'python',
  python3: 'python',
  source: '',
};
// Beyond languages of people.
const shortNames =
  /^(?:c|r|d|js|ts|py|rb|go|sh|cs|rs|ps|vb|kt|cpp|css|sql|php|xml|jsx|tsx|lua|nix|zig|toml|yaml|yml|json|html|bash|perl|java|ruby|rust|diff|swift|scala|shell|kotlin|python|haskell|javascript|typescript|powershell|dockerfile)$/i;

/** The language of a listing, by what highlighters write on it, in it, and on what is around it. */
export function readCodeLanguage(listing: Element): string {
  const places: Element[] = [listing];
  for (let child = listing.firstChild, count = 0; child !== null && count < 4; child = child.nextSibling, count += 1) {
    if (isElement(child) && tagOf(child) === 'code') places.push(child);
  }
  let parent = listing.parentElement;
  for (let steps = 0; steps < 4 && parent !== null && isWrapper(parent); steps += 1) {
    places.push(parent);
    parent = parent.parentElement;
  }
  for (const place of places) {
    const language = readOwn(place);
    if (language !== '') return language;
  }
  return '';
}

/** Around one listing, and little else. Tables that hold line numbers beside it are passed. */
function isWrapper(element: Element): boolean {
  const tag = tagOf(element);
  if (/^(?:td|tr|tbody|table|code)$/.test(tag)) return true;
  if (tag !== 'div' && tag !== 'figure' && tag !== 'pre') return false;
  let children = 0;
  for (let child = element.firstElementChild; child !== null; child = child.nextElementSibling) children += 1;
  return children <= 4;
}

function readOwn(element: Element): string {
  for (const name of ['data-lang', 'data-language', 'data-code-language', 'lang']) {
    const value = element.getAttribute(name)?.trim() ?? '';
    if (value !== '' && /^[\w+#.-]{1,25}$/.test(value) && (name !== 'lang' || shortNames.test(value)))
      return clean(value);
  }
  const className = classOf(element);
  if (className === '') return '';
  for (const pattern of patterns) {
    const language = clean(pattern.exec(className)?.[1] ?? '');
    if (language !== '') return language;
  }
  // `class="python"` on the element of the code itself.
  const only = className.trim();
  return /^(?:pre|code)$/.test(tagOf(element)) && shortNames.test(only) && only.length > 1 ? clean(only) : '';
}

function clean(language: string): string {
  const name = language.toLowerCase();
  if (noLanguage.test(name) || name.length > 25) return '';
  return aliases[name] ?? name;
}
