/*
 * After navigation the focus is on the heading of the new view, as a page that was loaded would have it; at the first view,
 * and where only the query of the address changed, it stays where it is.
 */
let isWanted = false;

/** The next heading that is shown takes the focus. */
export function wantFocusOnHeading(): void {
  isWanted = true;
}

/** Whether a heading that is shown now takes it; once. */
export function takeFocusOnHeading(): boolean {
  const was = isWanted;
  isWanted = false;
  return was;
}
