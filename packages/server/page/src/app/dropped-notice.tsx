import { notifications } from '@mantine/notifications';
import { useMatches, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toPlain } from '../parts/foreign.js';
import { useTexts } from '../texts/define-texts.js';
import { findDropped } from './search.js';
import { appTexts } from './texts.js';

/** Says which parts of an address were left out, and puts it right. */
export function DroppedNotice(): null {
  const texts = useTexts(appTexts);
  const navigate = useNavigate();
  const taken = useMatches().at(-1)?.search;
  useEffect(() => {
    if (taken === undefined) return;
    const dropped = findDropped(location.search, taken);
    if (dropped.length === 0) return;
    notifications.show({ id: 'dropped', message: texts.dropped(dropped.map(toPlain).join(', ')) });
    void navigate({ to: '.', search: taken, replace: true });
  }, [taken, texts, navigate]);
  return null;
}
