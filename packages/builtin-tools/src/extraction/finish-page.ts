/**
 * The last step of reading: what has to be done with all of a page's text before anybody is shown a part of it. It is done
 * in the worker, so that the host's thread only cuts and puts together.
 */
import { findInstructions } from '../untrusted/find-instructions.js';
import { plainText } from '../untrusted/plain-text.js';
import type { ExtractedPage, ReadPage } from './extracted-page.js';
import { toDate, toLanguage } from './stated-facts.js';

/** The page, of which nothing is left to be looked at. */
export function finishPage(page: ReadPage): ExtractedPage {
  const { title, description, authors, markdown } = page;
  return {
    ...page,
    markdown: plainText(markdown),
    language: toLanguage(page.language),
    publishedTime: toDate(page.publishedTime),
    modifiedTime: toDate(page.modifiedTime),
    instructions: findInstructions([title, description, ...authors, markdown]),
  };
}
