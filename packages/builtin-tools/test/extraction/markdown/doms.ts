import { JSDOM } from 'jsdom';
import { parseHTML } from 'linkedom';
import { buildDocument } from '../../../src/extraction/html/build-document.js';
import { prepareHtml } from '../../../src/extraction/html/prepare-html.js';

/** The trees that are converted, each by what makes one of HTML. */
export const doms = {
  jsdom: (html: string): HTMLElement => new JSDOM(html).window.document.body,
  linkedom: (html: string): HTMLElement => parseHTML(`<!DOCTYPE html><html><body>${html}</body></html>`).document.body,
  prepared: (html: string): HTMLElement =>
    buildDocument(prepareHtml(html), 'https://site.example/', { parser: 'ours' }).body,
};
