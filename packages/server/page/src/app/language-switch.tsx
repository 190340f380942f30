import { SegmentedControl } from '@mantine/core';
import { startTransition } from 'react';
import { useTexts } from '../texts/define-texts.js';
import { type Language, setLanguage, useLanguage } from '../texts/language.js';
import { appTexts } from './texts.js';

/** Chooses the language of the page. */
export function LanguageSwitch(): React.ReactElement {
  const texts = useTexts(appTexts);
  return (
    <SegmentedControl
      size="xs"
      aria-label={texts.language}
      value={useLanguage()}
      onChange={(value) => startTransition(() => setLanguage(value as Language))}
      data={[
        { value: 'en', label: 'EN' },
        { value: 'de', label: 'DE' },
      ]}
    />
  );
}
