import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useObservable } from '../api/observable.js';
import { toPlain } from '../parts/foreign.js';
import { useTexts } from '../texts/define-texts.js';
import { droppedNames } from './search.js';
import { appTexts } from './texts.js';

/** Says which parts of an address were left out. */
export function DroppedNotice(): null {
  const texts = useTexts(appTexts);
  const names = useObservable(droppedNames);
  useEffect(() => {
    if (names.length === 0) return;
    // The same is said once, and others beside it.
    notifications.show({ id: `dropped ${names.join(' ')}`, message: texts.dropped(names.map(toPlain).join(', ')) });
    droppedNames.set([]);
  }, [names, texts]);
  return null;
}
