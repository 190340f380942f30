/* One word for one thing in every catalogue of the page: the words that must not stand there. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../../page/src/', import.meta.url));
const catalogues = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /texts(\.de)?\.ts$/.test(path),
);
const german = catalogues.filter((path) => path.endsWith('.de.ts'));
const english = catalogues.filter((path) => !path.endsWith('.de.ts'));

/** The words that a reader sees: what stands between quotation marks, without what is put in. */
function readTexts(path: string): readonly string[] {
  const code = readFileSync(`${source}${path}`, 'utf8')
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/import\(.*?\)/g, '')
    .replaceAll(
      /\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g,
      (inner) => `…${[...inner.matchAll(/'([^']*)'/g)].map(([, text]) => text).join(' … ')}…`,
    );
  return [...code.matchAll(/'([^'\n]*)'|`([^`]*)`/g)].map(([, quoted, template]) => quoted ?? template ?? '');
}

function findWords(paths: readonly string[], words: RegExp): readonly string[] {
  return paths.flatMap((path) =>
    readTexts(path)
      .filter((text) => words.test(text))
      .map((text) => `${path}: ${text}`),
  );
}

test('German texts have one word for each thing', () => {
  // For Durchgang, Gespräch, Kommandozeile, Ausprobieren, Person, Herkunft, Verwendbarkeit, eigene Einstellungen, Werkzeug.
  const others =
    /\b(Turns?|Durchl[aä]uf\w*|Runden?|Unterhaltung\w*|Konversation\w*|Befehlszeile\w*|Spielwiese\w*|Playground|Mensch(en)?|Eigentümer\w*|Übertragbarkeit|Abweichung\w*|Tools?)\b/;
  expect(german.length).toBeGreaterThan(25);
  expect(findWords(german, others)).toEqual([]);
});

test('texts neither beg, nor shout, nor call anything invalid', () => {
  expect(findWords(german, /\bbitte\b|ungültig|![^=]?$|! /i)).toEqual([]);
  expect(findWords(english, /\bplease\b|\binvalid\b|![^=]?$|! /i)).toEqual([]);
});

test('German quotation marks are German', () => {
  // A text of configuration has straight ones.
  expect(findWords(german, /”|^(?!.*": ).*"/s)).toEqual([]);
});
