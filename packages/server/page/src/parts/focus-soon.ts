/** How many frames a list may take to show what has changed. */
const patience = 20;

/** Moves the focus to the first of these elements that is there, as soon as what changed is shown. */
export function focusSoon(...ids: readonly (string | undefined)[]): void {
  let left = patience;
  const look = (): void => {
    left -= 1;
    const [first, ...others] = ids.filter((id) => id !== undefined);
    const wanted = first === undefined ? null : document.getElementById(first);
    const found = wanted ?? (left > 0 ? null : others.map((id) => document.getElementById(id)).find(Boolean));
    if (found) found.focus();
    else if (left > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
