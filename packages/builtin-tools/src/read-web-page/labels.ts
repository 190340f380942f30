import type { ToolLabels } from '../localise.js';

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
        description: 'Longer content comes in parts of this length, each marked as cut off. At most 100,000.',
      },
      allowedPrivateHosts: {
        label: 'Private hosts that may be read',
        description:
          'Names or addresses in private networks, such as wiki.example.com or 10.0.0.7; *.example.com means sub-domains ' +
          'only. They are read only where the model provider has HIGH confidence or is trusted.',
      },
      privateHostHeaders: {
        label: 'Headers for private hosts',
        description:
          'For signing in. One a line, as "host: Header-Name: value". Sent to that host alone, never after a redirect ' +
          'to another origin. Values of fewer than 8 characters are not taken out of what comes back.',
      },
      urlSource: {
        label: 'Which URLs may be read',
        description:
          'any: every public URL. known: only those that the context or an earlier result of the conversation named.',
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
        description:
          'Längerer Inhalt kommt in Teilen dieser Länge, jeder als abgeschnitten gekennzeichnet. Höchstens 100.000.',
      },
      allowedPrivateHosts: {
        label: 'Private Hosts, die gelesen werden dürfen',
        description:
          'Namen oder Adressen in privaten Netzen, etwa wiki.example.com oder 10.0.0.7; *.example.com meint nur die ' +
          'Unterdomänen. Sie werden nur gelesen, wenn der Modellanbieter die Vertrauensstufe HIGH hat oder als ' +
          'vertrauenswürdig gilt.',
      },
      privateHostHeaders: {
        label: 'Kopfzeilen für private Hosts',
        description:
          'Zum Anmelden. Eine je Zeile, als „Host: Name: Wert“. Sie gehen nur an diesen Host, nie nach einer ' +
          'Weiterleitung auf einen anderen Ursprung. Werte mit weniger als 8 Zeichen werden in Antworten nicht unkenntlich gemacht.',
      },
      urlSource: {
        label: 'Welche URLs gelesen werden dürfen',
        description:
          'any: jede öffentliche URL. known: nur solche, die im Kontext oder in einem früheren Ergebnis der Unterhaltung stehen.',
      },
    },
  },
} as const satisfies Readonly<Record<'en' | 'de', ToolLabels>>;
