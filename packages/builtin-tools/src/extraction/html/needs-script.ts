/** Recognises pages that hold nothing to read without scripts, or a check instead of a page. */

/** What is looked at. */
export interface ScriptEvidence {
  readonly title: string | null;
  /** What was read, as text. */
  readonly text: string;
  readonly noscriptText: string;
  readonly scripts: { readonly count: number; readonly characters: number };
  /** Whether an element that scripts fill is there and empty. */
  readonly hasEmptyRoot: boolean;
}

const shortPage = 1_500;
const emptyPage = 300;
const wallTitles =
  /^(?:just a moment|attention required|access denied|are you a robot|robot check|pardon our interruption|security check|verifying|one moment, please|please wait)/i;
const wallTexts =
  /verify(?:ing)? (?:that )?you are (?:a )?human|checking (?:if the site connection is secure|your browser)|unusual traffic from your|complete the (?:captcha|security check)|not a (?:ro)?bot|enable cookies and reload/i;
const scriptTexts =
  /(?:enable|activate|turn on|switch on|requires?|needs?|without|supports?) (?:\w+ ){0,3}javascript|javascript (?:\w+ ){0,4}(?:disabled|required|enabled|necessary|turned off|support)|javascript aktivieren|activer javascript/i;

/** What to say of a page, or undefined where it reads as it is. */
export function describeScriptNeed(evidence: ScriptEvidence): string | undefined {
  const { title, text, noscriptText, scripts, hasEmptyRoot } = evidence;
  if (text.length < shortPage && (wallTitles.test(title ?? '') || wallTexts.test(text))) {
    return 'The site answered with a check for robots instead of the page: its content was not sent.';
  }
  const asks = scriptTexts.test(text) || scriptTexts.test(noscriptText);
  const isShort = text.length < emptyPage;
  if (
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
  return [...roots].some((root) => (root.textContent ?? '').trim().length < 50);
}
