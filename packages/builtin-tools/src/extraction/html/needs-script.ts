/** Recognises pages that hold nothing to read without scripts, or a check instead of a page. */

import type { JsonLdNode } from './json-ld.js';

/** What is looked at. */
export interface ScriptEvidence {
  readonly title: string | null;
  /** What was read, as text. */
  readonly text: string;
  readonly noscriptText: string;
  readonly scripts: { readonly count: number; readonly characters: number };
  /** Whether an element that scripts fill is there and empty. */
  readonly hasEmptyRoot: boolean;
  /** Whether it holds a frame with another page, or leads on to one by itself. */
  readonly hasFrame: boolean;
  readonly isForwarded: boolean;
}

const shortPage = 1_500;
const emptyPage = 300;
const wallTitles =
  /^(?:just a moment|attention required|access denied|are you a robot|robot check|pardon our interruption|security check|verifying|one moment, please|please wait)/i;
const wallTexts =
  /verify(?:ing)? (?:that )?you are (?:a )?human|checking (?:if the site connection is secure|your browser)|unusual traffic from your|complete the (?:captcha|security check)|not a (?:ro)?bot|enable cookies and reload/i;
const scriptTexts =
  /(?:enable|activate|turn on|switch on|requires?|needs?|without|supports?) (?:\w+ ){0,3}javascript|javascript (?:\w+ ){0,4}(?:disabled|required|enabled|necessary|turned off|support)|javascript (?:bitte )?(?:zu )?(?:aktivieren|einschalten)|aktiviere\w* (?:sie )?(?:bitte )?javascript|javascript (?:ist |wurde )?deaktiviert|active[rz] (?:le )?javascript|javascript (?:est )?désactivé|(?:active|habilite) (?:el )?javascript|javascript ?(?:が無効|を(?:有効|オン)|有効)/i;

/** What to say of a page, or undefined where it reads as it is. */
export function describeScriptNeed(evidence: ScriptEvidence): string | undefined {
  const { title, text, noscriptText, scripts, hasEmptyRoot, hasFrame, isForwarded } = evidence;
  if (text.length < shortPage && (wallTitles.test(title ?? '') || wallTexts.test(text))) {
    return 'The site answered with a check for robots instead of the page: its content was not sent.';
  }
  const asks = scriptTexts.test(text) || scriptTexts.test(noscriptText);
  const isShort = text.length < emptyPage;
  const isEmpty = text.trim() === '';
  if (isEmpty && isForwarded)
    return 'The page has no text: it leads on to another address by itself, which was not followed.';
  if (isEmpty && hasFrame)
    return 'The page has no text of its own: it shows another page in a frame, which is not read.';
  if (
    (isEmpty && scripts.count > 0) ||
    (asks && text.length < shortPage && (isShort || scriptTexts.test(text))) ||
    (isShort && scripts.count > 0 && hasEmptyRoot)
  ) {
    return 'The page needs JavaScript to show its content, and scripts are not run: what is here may be all that it says without.';
  }
  return undefined;
}

/** Whether an element that frameworks render into is empty. */
export function hasEmptyRoot(document: Document): boolean {
  const roots = document.querySelectorAll(
    '#root, #app, #__next, #__nuxt, #___gatsby, #main-app, app-root, [id="svelte"]',
  );
  if ([...roots].some((root) => (root.textContent ?? '').trim().length < 50)) return true;
  // Where next to nothing else is there, any element that is empty may be what scripts fill.
  const { body } = document;
  if (body === null || (body.textContent ?? '').trim().length >= 50) return false;
  return [...body.children].some(
    (child) => /^(?:div|main|section)$/i.test(child.tagName) && (child.textContent ?? '').trim() === '',
  );
}

/** What to say of a page that says that its text has to be paid for. */
export function describePaywall(nodes: readonly JsonLdNode[]): string | undefined {
  const isPaid = nodes.some(({ isAccessibleForFree: free }) => free === false || /^false$/i.test(String(free)));
  return isPaid ? 'The page says that its text has to be paid for: what is here may be only its beginning.' : undefined;
}
