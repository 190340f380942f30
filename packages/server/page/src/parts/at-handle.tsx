import { type RefCallback, useEffect, useLayoutEffect, useState } from 'react';

/**
 * Stands where the kit wants the target of a menu or a popover, for a button that was there before: both are loaded when they
 * are first opened, and the button, with its focus, stays. It is the popup's `id` that gives it the button's name.
 */
export function AtHandle({
  handle,
  ref,
}: {
  readonly handle: HTMLElement;
  /** The kit gives it. */
  readonly ref?: RefCallback<HTMLElement>;
}): null {
  useLayoutEffect(() => {
    ref?.(handle);
    return () => {
      ref?.(null);
    };
  }, [handle, ref]);
  return null;
}

/** Opens only what has been there closed: the kit gives the focus back to what had it before. */
export function useOpenedOnceThere(isOpen: boolean): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return isOpen && isThere;
}
