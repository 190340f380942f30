import { useSyncExternalStore } from 'react';

/** The languages of the page. */
export const languages = ['en', 'de'] as const;

export type Language = (typeof languages)[number];

const storageKey = 'loadout.language';
const listeners = new Set<() => void>();
let current: Language = choose();

/** The language of the page now. */
export function getLanguage(): Language {
  return current;
}

/** Changes the language, and remembers it in this browser. */
export function setLanguage(language: Language): void {
  current = language;
  document.documentElement.lang = language;
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Storage may be refused; then the choice holds for this tab.
  }
  for (const listener of listeners) listener();
}

/** The language, as a component sees it. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, getLanguage);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function choose(): Language {
  const wanted = [read(), ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase());
  const found = wanted.find((tag) => languages.some((language) => language === tag)) as Language | undefined; // it is one of them
  document.documentElement.lang = found ?? 'en';
  return found ?? 'en';
}

function read(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined;
  } catch {
    return undefined;
  }
}
