import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { partTexts } from '../../../parts/texts.js';
import { useTexts } from '../../../texts/define-texts.js';
import { describeDone } from './describe-done.js';
import { type Made, makeChanges, takeBack, type Wanted } from './make-changes.js';
import { problemText } from './problem-text.js';
import { hideDone, showDone } from './show-done.js';
import { changeTexts } from './texts.js';
import type { DoneEntry } from './undo-book.js';

/** Changes of a bot's loadout, with what is said of them. */
export interface LoadoutChanges {
  /** Says what was done, and offers the way back, unless `isQuiet`. What fails is told at the row. */
  readonly make: (wanted: Omit<Wanted, 'bot'>, options?: { readonly isQuiet?: boolean }) => Promise<Made>;
  /** Takes back what this tab did, or does what takes something else back; says so. */
  readonly undo: (entry: DoneEntry | (() => Promise<Made>)) => Promise<void>;
}

/** Makes changes, and takes them back. The same functions while bot and language stay. */
export function useLoadoutChanges(bot: string, botName: string): LoadoutChanges {
  const texts = useTexts(changeTexts);
  const parts = useTexts(partTexts);

  const undo = useCallback(
    async (entry: DoneEntry | (() => Promise<Made>)): Promise<void> => {
      // What it says does not hold any more.
      hideDone();
      let made: Made | undefined;
      let thrown: unknown;
      try {
        made = await (typeof entry === 'function' ? entry() : takeBack(entry));
      } catch (error) {
        thrown = error;
      }
      if (made?.entry !== undefined) showDone({ text: describeDone(texts, made.entry, botName), undo: texts.undo });
      else if (made !== undefined && isSo(made)) showDone({ text: texts.nothingLeft, undo: texts.undo });
      const [refused] = made?.refused ?? [];
      const error = thrown ?? made?.error ?? (refused && new Error(refused.message));
      if (error !== undefined) {
        notifications.show({
          color: 'red',
          role: 'alert',
          autoClose: false,
          title: texts.undoFailed,
          message: problemText(error, parts),
          closeButtonProps: { 'aria-label': parts.close },
        });
      }
    },
    [botName, texts, parts],
  );

  const make = useCallback(
    async (wanted: Omit<Wanted, 'bot'>, { isQuiet = false } = {}): Promise<Made> => {
      const made = await makeChanges({ ...wanted, bot });
      const { entry } = made;
      if (entry !== undefined && !isQuiet) {
        showDone({ text: describeDone(texts, entry, botName), undo: texts.undo, onUndo: () => void undo(entry) });
      } else if (isSo(made) && !isQuiet) {
        const text = wanted.kind === 'moved' ? texts.standsThere : describeDone(texts, wanted, botName);
        showDone({ text, undo: texts.undo });
      }
      return made;
    },
    [bot, botName, texts, undo],
  );
  return { make, undo };
}

/** Nothing was to be done: it is so already. */
function isSo({ entry, conflicts, refused, error }: Made): boolean {
  return entry === undefined && conflicts.length === 0 && refused.length === 0 && error === undefined;
}
