import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { openPalette } from '../palette/palette-state.js';
import { useDestinations } from '../use-destinations.js';
import { singleKeys } from './single-keys.js';

/** How long `g` waits for the key after it. */
const sequenceMs = 1_500;

/**
 * The keys of the whole page. They are dead in text fields, under a dialog, and, but for Ctrl K, where single keys are
 * switched off.
 */
export function usePageKeys(onList: () => void): void {
  const navigate = useNavigate();
  const destinations = useDestinations();
  const goUntil = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !singleKeys.get()) return;
      if (isTyping(event.target) || document.querySelector('[aria-modal=true]') !== null) return;
      if (event.timeStamp < goUntil.current) {
        goUntil.current = 0;
        const found = destinations.find(({ key }) => key === event.key);
        if (found === undefined) return;
        event.preventDefault();
        void navigate({ to: found.to });
        return;
      }
      if (event.key === 'g') goUntil.current = event.timeStamp + sequenceMs;
      else if (event.key === '/') {
        event.preventDefault();
        document.querySelector<HTMLInputElement>('input[data-search]')?.focus();
      } else if (event.key === '?') {
        event.preventDefault();
        onList();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, destinations, onList]);
}

/** Whether keys are text where they were pressed. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]') !== null
  );
}
