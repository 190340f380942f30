import type { ScannedTag } from './scan-tag.js';

/** Writes the tags of a page that a DOM is to see, and counts them. */
export interface TagWriter {
  text(text: string): void;
  start(tag: ScannedTag): void;
  end(name: string): void;
  jsonLd(content: string): void;
  finish(): { readonly html: string; readonly elements: number; readonly depth: number };
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const voidTags = words('base br hr img link meta wbr');
const inlineTags = words('a abbr bdi bdo br cite data del dfn img ins kbd label mark q samp span sub sup time var wbr');
const blockTags = words(
  'address article aside base blockquote body caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li link main menu meta nav noscript ol ' +
    'output p picture pre search section summary table tbody td tfoot th thead tr ul',
);
// They end where the next one begins, so many open ones do not nest.
const selfEndingTags = words('a body dd dt head html li p tbody td tfoot th thead tr');

// The parser opens formatting that was not closed again in every later block. So it is written without attributes,
// open once at most, and closed before the next block.
const formattingTags: ReadonlyMap<string, string> = new Map([
  ['b', 'strong'],
  ['code', 'code'],
  ['em', 'em'],
  ['i', 'em'],
  ['strong', 'strong'],
  ['tt', 'code'],
]);
const renamedTags: ReadonlyMap<string, string> = new Map([
  ['button', 'span'],
  ['form', 'div'],
  ['listing', 'pre'],
  ['object', 'span'],
  ['xmp', 'pre'],
]);

/** The attributes that are written. `style` becomes `hidden` where it hides. */
export const attributesRead = words(
  'alt aria-hidden charset class colspan content datetime hidden href http-equiv id itemprop lang name property rel ' +
    'role rowspan src start style title type',
);
const maxAttributeLength = 8_000;

/** Makes a writer for one page. */
export function createTagWriter(): TagWriter {
  const parts: string[] = [];
  const open = new Map<string, number>();
  const openFormatting: string[] = [];
  let elements = 0;
  let depth = 0;
  let deepest = 0;

  const closeFormatting = (downTo: number): void => {
    for (const name of openFormatting.splice(downTo).reverse()) parts.push(`</${name}>`);
  };
  const startFormatting = (name: string, tag: ScannedTag): void => {
    if (openFormatting.includes(name)) return;
    noteCodeLanguage(tag, parts);
    openFormatting.push(name);
    parts.push(`<${name}>`);
    elements += 1;
  };
  return {
    text: (text) => {
      if (text !== '') parts.push(text);
    },
    start: (tag) => {
      const formatting = formattingTags.get(tag.name);
      if (formatting !== undefined) return startFormatting(formatting, tag);
      const name = toKnownName(tag.name);
      const isBlock = blockTags.has(name);
      if (!isBlock && !inlineTags.has(name)) return;
      if (isBlock) closeFormatting(0);
      parts.push(writeStartTag(name, tag.attributes));
      elements += 1;
      if (voidTags.has(name)) return;
      open.set(name, (open.get(name) ?? 0) + 1);
      if (selfEndingTags.has(name)) return;
      depth += 1;
      deepest = Math.max(deepest, depth);
    },
    end: (tagName) => {
      const formatting = formattingTags.get(tagName);
      if (formatting !== undefined) {
        const at = openFormatting.indexOf(formatting);
        if (at !== -1) closeFormatting(at);
        return;
      }
      const name = toKnownName(tagName);
      const count = open.get(name) ?? 0;
      if (count === 0) return;
      if (blockTags.has(name)) closeFormatting(0);
      open.set(name, count - 1);
      if (!selfEndingTags.has(name)) depth -= 1;
      parts.push(`</${name}>`);
    },
    jsonLd: (content) => {
      elements += 1;
      // In JSON, `<` is only found in strings, where it may be escaped: nothing in here can end the script.
      parts.push('<script type="application/ld+json">', content.replaceAll('<', '\\u003c'), '</script>');
    },
    finish: () => {
      closeFormatting(0);
      return { html: parts.join(''), elements, depth: deepest };
    },
  };
}

/** Elements that a page defines for itself are containers of unknown purpose. */
function toKnownName(name: string): string {
  return name.includes('-') ? 'div' : (renamedTags.get(name) ?? name);
}

/** `<pre><code class="language-x">`: the language goes to the `pre`, since formatting keeps no attributes. */
function noteCodeLanguage(tag: ScannedTag, parts: string[]): void {
  const language = /\blang(?:uage)?-([\w+#-]{1,40})/.exec(tag.attributes.get('class') ?? '')?.[1];
  if (language === undefined) return;
  const before = parts.findLastIndex((part) => part.trim() !== '');
  if (parts[before]?.startsWith('<pre')) parts[before] = `<pre class="language-${language}">`;
}

function writeStartTag(name: string, attributes: ReadonlyMap<string, string>): string {
  let written = `<${name}`;
  for (const [key, value] of attributes) {
    if (key === 'style') {
      if (/display\s*:\s*none|visibility\s*:\s*hidden/i.test(value) && !attributes.has('hidden')) written += ' hidden';
    } else if (value.length <= maxAttributeLength) {
      written += ` ${key}="${value.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"`;
    }
  }
  return `${written}>`;
}
