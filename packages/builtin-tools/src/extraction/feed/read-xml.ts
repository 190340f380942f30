import type { ReadText } from '../extract-page.js';
import { indentXml } from './indent-xml.js';
import { isFeedRoot, parseFeed } from './parse-feed.js';
import { writeFeed } from './write-feed.js';

/** XML: a feed as its entries, a page as a page, any other as it is, in lines that can be read. */
export async function readXml(source: string, url: string): Promise<ReadText> {
  const root = /<([a-z_][\w.:-]*)[\s/>]/i.exec(withoutProlog(source))?.[1]?.toLowerCase();
  if (root === 'html') return (await import('../html/read-html.js')).readHtml(source, url);
  return root !== undefined && isFeedRoot(root)
    ? writeFeed(parseFeed(source, url))
    : { markdown: indentXml(source.trim()) };
}

/** The document without what may stand before its root. */
function withoutProlog(source: string): string {
  let at = 0;
  for (;;) {
    const next = source.indexOf('<', at);
    if (next === -1) return '';
    if (!/[!?]/.test(source.charAt(next + 1))) return source.slice(next, next + 300);
    const end = source.indexOf(source.startsWith('<!--', next) ? '-->' : '>', next);
    if (end === -1) return '';
    at = end + 1;
  }
}
