import { showUrl } from '@loadout/core/hosts';

/** What a status means for whoever wants the page, and what to do; a sentence to follow the one that names it. */
const advice: Readonly<Record<number, string>> = {
  400: 'It does not understand the request; check the URL.',
  401: 'The page is for people who sign in, so it cannot be read here.',
  402: 'The page is for people who pay, so it cannot be read here.',
  403: 'It does not let this page be read by programs, or only by people who sign in. Read another source.',
  404: 'There is no such page; check the URL, or search for where the page is now.',
  405: 'This URL is not for reading.',
  406: 'It has no version of the page that can be read here.',
  407: 'The page is for people who sign in, so it cannot be read here.',
  408: 'It did not wait for the request; try once more.',
  410: 'The page was there once and is gone for good. Read another source.',
  429: 'It gets too many requests. Try again later, or read another source.',
  451: 'The page may not be shown, for legal reasons. Read another source.',
  500: 'It has an error of its own; trying again later may help.',
  502: 'It does not get the page from its own systems for now; trying again later may help.',
  503: 'It is overloaded or being worked on; trying again later may help.',
  504: 'It does not get the page from its own systems in time; trying again later may help.',
};

/** An answer that is no page, in words for the model. */
export function describeStatus(url: string, status: number): string {
  return `The server answered ${showUrl(url)} with HTTP status ${status}. ${advice[status] ?? adviseByClass(status)}`;
}

function adviseByClass(status: number): string {
  if (status >= 500) return 'It has an error of its own; trying again later may help.';
  if (status >= 400) return 'It refuses the request; read another source.';
  return 'That is no page that can be read.';
}
