import { SegmentedControl } from '@mantine/core';
import { useTexts } from '../texts/define-texts.js';
import { type Language, useLanguage } from '../texts/language.js';
import { chooseLanguage } from './choose-language.js';
import { appTexts } from './texts.js';

/** Chooses the language of the page. */
export function LanguageSwitch(): React.ReactElement {
  const texts = useTexts(appTexts);
  return (
    <SegmentedControl
      size="xs"
      aria-label={texts.language}
      value={useLanguage()}
      onChange={(value) => chooseLanguage(value as Language)} // one of those below
      data={[
        { value: 'en', label: 'EN' },
        { value: 'de', label: 'DE' },
      ]}
    />
  );
}
