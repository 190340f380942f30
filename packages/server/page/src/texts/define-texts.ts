/*
 * Texts stand beside what shows them: `texts.ts` has the English ones, `texts.de.ts` the German ones, which are loaded
 * when somebody wants them. The compiler refuses a missing or a superfluous key.
 */
import { use } from 'react';
import { getLanguage, type Language, useLanguage } from './language.js';

/** What a text is: words, or a function that makes them of what it is given. */
type Text = string | ((...values: never[]) => string);

/** Texts by their keys. */
type Catalogue = Readonly<Record<string, Text>>;

/** The same keys in another language, with the same arguments. */
export type Translated<Texts extends Catalogue> = {
  readonly [Key in keyof Texts]: Texts[Key] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string;
};

/** Texts in every language of the page. */
export interface TextSet<Texts extends Catalogue> {
  readonly load: (language: Language) => Promise<Translated<Texts>> | Translated<Texts>;
}

/** English texts, and where the German ones are. */
export function defineTexts<Texts extends Catalogue>(
  english: Texts,
  loadGerman: () => Promise<{ readonly german: Translated<Texts> }>,
): TextSet<Texts> {
  const asTranslated = english as unknown as Translated<Texts>; // the same keys, with wider values
  let german: Promise<Translated<Texts>> | undefined;
  const load = (language: Language) => {
    if (language === 'en') return asTranslated;
    german ??= loadGerman().then(
      (module) => module.german,
      // A chunk that cannot be had must not take the view with it.
      () => asTranslated,
    );
    return german;
  };
  void load(getLanguage());
  return { load };
}

/** Texts in the language of the page. Suspends while they are loaded. */
export function useTexts<Texts extends Catalogue>(set: TextSet<Texts>): Translated<Texts> {
  const texts = set.load(useLanguage());
  return texts instanceof Promise ? use(texts) : texts;
}
