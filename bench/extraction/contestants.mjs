// The readers that are compared. Each makes Markdown or text of a page; none loads anything from outside.
import { compile } from 'html-to-text';

const dist = '../../packages/builtin-tools/dist/extraction';
const wholeText = compile({
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
  ],
  limits: { maxInputLength: 100_000_000 },
});

const loadDecode = async () => {
  const { decodePage } = await import(`${dist}/decode-page.js`);
  return ({ bytes, contentType }) => decodePage(bytes, contentType, 'html').text;
};
const loadReadability = async () => {
  const { Readability } = await import('@mozilla/readability');
  const { default: TurndownService } = await import('turndown');
  return (document) => {
    const content = new Readability(document).parse()?.content ?? '';
    return content === '' ? '' : new TurndownService().turndown(content);
  };
};

/** Name, how many pages at once, and the reader, made anew in a process of its own. Each loads what it needs alone. */
export const contestants = {
  ours: {
    atOnce: 1,
    create: async () => ({ read: (await import(`${dist}/extract-page.js`)).extractPage }),
  },
  'ours-pool': {
    atOnce: 2,
    create: async () => {
      const { createExtractor } = await import(`${dist}/create-extractor.js`);
      const extractor = createExtractor();
      const options = { timeoutMs: 60_000, signal: new AbortController().signal };
      return { read: (job) => extractor.extract(job, options), close: () => extractor.close() };
    },
  },
  'linkedom-readability': {
    atOnce: 1,
    create: async () => {
      const [decode, withReadability, { parseHTML }] = [
        await loadDecode(),
        await loadReadability(),
        await import('linkedom'),
      ];
      return { read: (job) => ({ markdown: withReadability(parseHTML(decode(job)).document) }) };
    },
  },
  'jsdom-readability': {
    atOnce: 1,
    create: async () => {
      const [decode, withReadability, { JSDOM, VirtualConsole }] = [
        await loadDecode(),
        await loadReadability(),
        await import('jsdom'),
      ];
      return {
        read: (job) => {
          const dom = new JSDOM(decode(job), { url: job.url, virtualConsole: new VirtualConsole() });
          const markdown = withReadability(dom.window.document);
          dom.window.close();
          return { markdown };
        },
      };
    },
  },
  // It makes a DOM of the page itself, linkedom's with what it misses there; with jsdom most pages take more than a second.
  defuddle: {
    atOnce: 1,
    create: async () => {
      const [decode, { Defuddle }] = [await loadDecode(), await import('defuddle/node')];
      return {
        read: async (job) => {
          const { content } = await Defuddle(decode(job), job.url, { markdown: true, useAsync: false });
          return { markdown: content };
        },
      };
    },
  },
  'html-to-text': {
    atOnce: 1,
    create: async () => {
      const decode = await loadDecode();
      return { read: (job) => ({ text: wholeText(decode(job)) }) };
    },
  },
};

/** The text of a document, for expectations that are HTML. */
export function textOf(html) {
  return wholeText(html);
}
