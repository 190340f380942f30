import { useEffect } from 'react';
import { isTyping } from '../../app/keys/use-page-keys.js';
import { findNextUndo } from './changes/undo-book.js';
import { useLoadoutChanges } from './changes/use-loadout-changes.js';

/** Ctrl+Z, or ⌘Z, takes back what this tab did last to the bot's loadout. In a text it stays what it is there. */
export function useUndoKey(bot: string, botName: string): void {
  const { undo } = useLoadoutChanges(bot, botName);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      if (event.defaultPrevented || isTyping(event.target)) return;
      const entry = findNextUndo(bot);
      if (entry === undefined) return;
      event.preventDefault();
      void undo(entry);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [bot, undo]);
}
