import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '../../app/keys/use-page-keys.js';
import { findNextUndo } from './changes/undo-book.js';
import { useLoadoutChanges } from './changes/use-loadout-changes.js';

/**
 * Ctrl+Z, or ⌘Z, takes back what this tab did last to the bot's loadout; `onNothing`: there is nothing of the kind. In a text it
 * stays what it is there.
 */
export function useUndoKey(bot: string, botName: string, onNothing: () => void): void {
  const { undo } = useLoadoutChanges(bot, botName);
  const nothing = useEffectEvent(onNothing);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      if (event.defaultPrevented || isTyping(event.target)) return;
      const entry = findNextUndo(bot);
      event.preventDefault();
      if (entry === undefined) nothing();
      else void undo(entry);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [bot, undo]);
}
