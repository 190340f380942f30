import { scanMarkup } from './scan-markup.js';

const blocks: ReadonlySet<string> = new Set([
  'address',
  'article',
  'blockquote',
  'div',
  'dd',
  'dl',
  'dt',
  'figcaption',
  'figure',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'ol',
  'p',
  'pre',
  'section',
  'table',
  'tr',
  'ul',
]);
const unread: ReadonlySet<string> = new Set(['script', 'style', 'template', 'iframe', 'noscript', 'svg', 'title']);

/** The text of a fragment of HTML, in paragraphs, lists as lists, without links. Linear in its length. */
export function readMarkupText(markup: string): string {
  if (!/[<&]/.test(markup)) return tidy(markup);
  const parts: string[] = [];
  let skipped: string | undefined;
  scanMarkup(markup, 'html', {
    open(name) {
      if (skipped !== undefined) return;
      if (unread.has(name)) skipped = name;
      else if (name === 'br') parts.push('\n');
      else if (name === 'li') parts.push('\n- ');
      else if (blocks.has(name)) parts.push('\n\n');
    },
    text(text) {
      if (skipped === undefined) parts.push(text.replaceAll(/\s+/g, ' '));
    },
    close(name) {
      if (skipped === undefined && blocks.has(name)) parts.push('\n\n');
      if (skipped === name) skipped = undefined;
    },
  });
  return tidy(parts.join(''));
}

/** At most one blank line, no white space at the ends of lines. */
function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const kept: string[] = [];
  for (const line of lines) if (line !== '' || (kept.length > 0 && kept.at(-1) !== '')) kept.push(line);
  return kept.join('\n').trim();
}
