/*
 * Texts stand beside what shows them: `texts.ts` has the English ones, `texts.de.ts` the German ones, which are loaded
 * when somebody wants them. The compiler refuses a missing or a superfluous key.
 */
import { use } from 'react';
import { onConnected } from '../api/connection.js';
import { loadCode } from '../api/load-code.js';
import { createObservable, useObservable } from '../api/observable.js';
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

const loaders: ((language: Language) => unknown)[] = [];

/** How often texts came after they could not be had. */
const late = createObservable(0);

/** Loads the texts of all that was shown so far, so that a change of the language takes nothing away meanwhile. */
export async function loadTexts(language: Language): Promise<void> {
  await Promise.all(loaders.map((load) => load(language)));
}

/** Marks a promise, once it is kept, as `use` does it: what reads it later does not suspend. */
function readAtOnce<Value>(promise: Promise<Value>): Promise<Value> {
  void promise.then((value) => Object.assign(promise, { status: 'fulfilled', value }));
  return promise;
}

/** English texts, and where the German ones are. */
export function defineTexts<Texts extends Catalogue>(
  english: Texts,
  loadGerman: () => Promise<{ readonly german: Translated<Texts> }>,
): TextSet<Texts> {
  const asTranslated = english as unknown as Translated<Texts>; // the same keys, with wider values
  let german: Promise<Translated<Texts>> | Translated<Texts> | undefined;
  const get = async () => (await loadCode(loadGerman)).german;
  /** A chunk that cannot be had must not take the view with it: what is there stands in for it until it comes. */
  const standIn = () => {
    const end = onConnected(() => {
      end();
      get().then((found) => {
        german = found;
        late.set(late.get() + 1);
      }, standIn);
    });
    return asTranslated;
  };
  const load = (language: Language) => {
    if (language === 'en') return asTranslated;
    german ??= readAtOnce(get().catch(standIn));
    return german;
  };
  void load(getLanguage());
  loaders.push(load);
  return { load };
}

/** Texts in the language of the page. Suspends while they are loaded. */
export function useTexts<Texts extends Catalogue>(set: TextSet<Texts>): Translated<Texts> {
  useObservable(late);
  const texts = set.load(useLanguage());
  return texts instanceof Promise ? use(texts) : texts;
}
