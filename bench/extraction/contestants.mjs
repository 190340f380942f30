// The readers that are compared. Each makes Markdown or text of a page; none loads anything from outside.
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { compile } from 'html-to-text';
import { JSDOM, VirtualConsole } from 'jsdom';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { createExtractor } from '../../packages/builtin-tools/dist/extraction/create-extractor.js';
import { decodePage } from '../../packages/builtin-tools/dist/extraction/decode-page.js';
import { extractPage } from '../../packages/builtin-tools/dist/extraction/extract-page.js';

const wholeText = compile({
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
  ],
  limits: { maxInputLength: 100_000_000 },
});

const decode = ({ bytes, contentType }) => decodePage(bytes, contentType, 'html').text;
const withReadability = (document) => {
  const content = new Readability(document).parse()?.content ?? '';
  return content === '' ? '' : new TurndownService().turndown(content);
};
const jsdomOf = (html, url) => new JSDOM(html, { url, virtualConsole: new VirtualConsole() });

/** Name, how many pages at once, and the reader, made anew for each run. */
export const contestants = {
  ours: { atOnce: 1, create: () => ({ read: extractPage }) },
  'ours-pool': {
    atOnce: 2,
    create: () => {
      const extractor = createExtractor();
      const options = { timeoutMs: 60_000, signal: new AbortController().signal };
      return { read: (job) => extractor.extract(job, options), close: () => extractor.close() };
    },
  },
  'linkedom-readability': {
    atOnce: 1,
    create: () => ({ read: (job) => ({ markdown: withReadability(parseHTML(decode(job)).document) }) }),
  },
  'jsdom-readability': {
    atOnce: 1,
    create: () => ({
      read: (job) => {
        const dom = jsdomOf(decode(job), job.url);
        const markdown = withReadability(dom.window.document);
        dom.window.close();
        return { markdown };
      },
    }),
  },
  defuddle: {
    atOnce: 1,
    create: () => ({
      read: async (job) => {
        const dom = jsdomOf(decode(job), job.url);
        const { content } = await Defuddle(dom.window.document, job.url, { markdown: true, useAsync: false });
        dom.window.close();
        return { markdown: content };
      },
    }),
  },
  'html-to-text': { atOnce: 1, create: () => ({ read: (job) => ({ text: wholeText(decode(job)) }) }) },
};

/** The text of a document, for expectations that are HTML. */
export function textOf(html) {
  return wholeText(html);
}
