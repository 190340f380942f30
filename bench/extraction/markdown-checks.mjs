// The checks of Markdown that the tests hold, counted: what a page's Markdown should get right, from the page on.
import { readFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';
import ts from 'typescript';

const dist = '../../packages/builtin-tools/dist/extraction';
const { buildDocument } = await import(`${dist}/html/build-document.js`);
const { prepareHtml } = await import(`${dist}/html/prepare-html.js`);
const { toMarkdown } = await import(`${dist}/markdown/to-markdown.js`);
const { toReferenceMarkdown } = await import(`${dist}/markdown/reference-markdown.js`);

const file = new URL('../../packages/builtin-tools/test/extraction/markdown/checks.ts', import.meta.url);
const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
  compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
});
const { checksUrl, markdownChecks } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);

const converters = {
  ours: (html) => {
    const document = buildDocument(prepareHtml(html), checksUrl, { parser: 'ours' });
    return toMarkdown(document.body, { baseUrl: checksUrl });
  },
  'turndown with its GFM plugin': (html) =>
    toReferenceMarkdown(new JSDOM(html, { url: checksUrl }).window.document.body),
};

/** How many checks each converter holds, and the names of those that it does not. */
export function countChecks() {
  return Object.entries(converters).map(([name, convert]) => {
    const missed = markdownChecks.filter((check) => !holds(convert(check.html), check)).map((check) => check.name);
    return { name, missed, held: markdownChecks.length - missed.length, count: markdownChecks.length };
  });
}

function holds(markdown, { expected, unexpected = [] }) {
  const has = (part) => (typeof part === 'string' ? markdown.includes(part) : part.test(markdown));
  return expected.every(has) && !unexpected.some(has);
}
