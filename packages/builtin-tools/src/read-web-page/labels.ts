/** What people read about the tool and its settings. */
export const labels = {
  en: {
    displayName: 'Read web page',
    description: 'Fetches a public web page and returns its main content as Markdown.',
    settings: {
      timeoutSeconds: {
        label: 'Time limit (seconds)',
        description: 'How long fetching a page may take, redirects included. At most 240.',
      },
      maxContentCharacters: {
        label: 'Most characters',
        description: 'Longer content is cut off, and marked as cut off. At most 100,000.',
      },
    },
  },
  de: {
    displayName: 'Webseite lesen',
    description: 'Ruft eine öffentliche Webseite ab und gibt ihren Hauptinhalt als Markdown zurück.',
    settings: {
      timeoutSeconds: {
        label: 'Zeitgrenze (Sekunden)',
        description: 'Wie lange das Abrufen einer Seite samt Weiterleitungen dauern darf. Höchstens 240.',
      },
      maxContentCharacters: {
        label: 'Höchste Zeichenzahl',
        description: 'Längerer Inhalt wird abgeschnitten und so gekennzeichnet. Höchstens 100.000.',
      },
    },
  },
} as const;

/** The labels of the locale (BCP 47), English where there are none. */
export function labelsFor(locale: string): (typeof labels)['en' | 'de'] {
  return /^de(?:-|$)/i.test(locale) ? labels.de : labels.en;
}
