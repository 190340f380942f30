import type { ToolLabels } from '../localise.js';

/** What people read about the tool and its settings. */
export const labels = {
  en: {
    displayName: 'Web search',
    description: 'Searches the web through your SearXNG instance and reads the pages that it finds.',
    settings: {
      baseUrl: {
        label: 'Address of SearXNG',
        description:
          'The address of an instance whose "formats" include json, such as http://127.0.0.1:8888. It may be in a private ' +
          'network or on this machine.',
      },
      defaultLanguage: {
        label: 'Language',
        description:
          'Of the results, where a search names none: such as de, en-US or all. Empty: as the instance decides.',
      },
      defaultSafeSearch: {
        label: 'Safe search',
        description: '0 none, 1 moderate, 2 strict. Empty: as the instance decides.',
      },
      maxResults: { label: 'Most results', description: 'How many results a search may have. At most 20.' },
      searchTimeoutSeconds: {
        label: 'Time limit of the search (seconds)',
        description: 'How long the search service may take. At most 240.',
      },
      pageTimeoutSeconds: {
        label: 'Time limit of a page (seconds)',
        description: 'How long reading one page may take. At most 60.',
      },
      allPagesRetrievalTimeoutSeconds: {
        label: 'Time limit of all pages (seconds)',
        description:
          'When it is over, the pages that are read are given, and the others with their snippets. At most 120.',
      },
      maxTotalContentCharacters: {
        label: 'Most characters of all pages',
        description: 'At least 20 times the least for each page, at most 200,000.',
      },
      minContentCharactersPerResult: {
        label: 'Least characters of each page',
        description: 'What each page may have at least; the first ones get what is left. At most 10,000.',
      },
    },
  },
  de: {
    displayName: 'Websuche',
    description: 'Sucht über Ihre SearXNG-Instanz im Web und liest die gefundenen Seiten.',
    settings: {
      baseUrl: {
        label: 'Adresse von SearXNG',
        description:
          'Die Adresse einer Instanz, deren „formats“ json enthalten, etwa http://127.0.0.1:8888. Sie darf in einem privaten ' +
          'Netz oder auf diesem Rechner sein.',
      },
      defaultLanguage: {
        label: 'Sprache',
        description:
          'Der Ergebnisse, wenn eine Suche keine nennt: etwa de, en-US oder all. Leer: wie die Instanz es hält.',
      },
      defaultSafeSearch: {
        label: 'Jugendschutz',
        description: '0 keiner, 1 mäßig, 2 streng. Leer: wie die Instanz es hält.',
      },
      maxResults: {
        label: 'Höchstzahl der Ergebnisse',
        description: 'Wie viele Ergebnisse eine Suche haben darf. Höchstens 20.',
      },
      searchTimeoutSeconds: {
        label: 'Zeitgrenze der Suche (Sekunden)',
        description: 'Wie lange der Suchdienst brauchen darf. Höchstens 240.',
      },
      pageTimeoutSeconds: {
        label: 'Zeitgrenze einer Seite (Sekunden)',
        description: 'Wie lange das Lesen einer Seite dauern darf. Höchstens 60.',
      },
      allPagesRetrievalTimeoutSeconds: {
        label: 'Zeitgrenze aller Seiten (Sekunden)',
        description:
          'Danach werden die gelesenen Seiten geliefert und die übrigen mit ihren Textausschnitten. Höchstens 120.',
      },
      maxTotalContentCharacters: {
        label: 'Höchste Zeichenzahl aller Seiten',
        description: 'Mindestens das Zwanzigfache des Mindestanteils je Seite, höchstens 200.000.',
      },
      minContentCharactersPerResult: {
        label: 'Mindestanteil je Seite (Zeichen)',
        description: 'Was jede Seite mindestens haben darf; den Rest bekommen die ersten. Höchstens 10.000.',
      },
    },
  },
} as const satisfies Readonly<Record<'en' | 'de', ToolLabels>>;
