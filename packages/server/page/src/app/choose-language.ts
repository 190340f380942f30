import { loadTexts } from '../texts/define-texts.js';
import { type Language, setLanguage } from '../texts/language.js';

let wanted: Language | undefined;

/** Changes the language of the page once its texts are there. */
export function chooseLanguage(language: Language): void {
  wanted = language;
  void loadTexts(language).then(() => {
    // Somebody may have changed their mind meanwhile.
    if (wanted === language) setLanguage(language);
  });
}
