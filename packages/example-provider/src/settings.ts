import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSettingsReader, type JsonObject, type JsonSchema } from '@loadout/core/contract';

/** What the operator can fill in. The host checks values against it and adds the defaults. */
export const settingsSchema: JsonSchema = {
  type: 'object',
  properties: {
    enabled: {
      type: 'boolean',
      default: true,
      title: { en: 'Course catalogue on', de: 'Vorlesungsverzeichnis an' },
      description: {
        en: 'Off: the tools are not offered, and calls are answered with an explanation.',
        de: 'Aus: Die Werkzeuge werden nicht angeboten, Aufrufe erhalten eine Erklärung.',
      },
    },
    dataFile: {
      type: 'string',
      title: { en: 'Data file', de: 'Datendatei' },
      description: {
        en: 'A JSON file with courses, in the format of data/courses.json. Relative paths begin at the folder in which the host was started. Empty: the catalogue that comes with the package.',
        de: 'Eine JSON-Datei mit Kursen im Format von data/courses.json. Relative Pfade beginnen im Ordner, in dem der Host gestartet wurde. Leer: das mitgelieferte Verzeichnis.',
      },
    },
  },
};

/** The settings as the provider uses them. */
export interface CourseSettings {
  readonly enabled: boolean;
  /** Absolute. */
  readonly dataFile: string;
}

// Works from src/ and from dist/, and from wherever the package is installed.
const bundledFile = fileURLToPath(new URL('../data/courses.json', import.meta.url));

/** Reads `host.settings`. Call it whenever the values are needed: the operator can change them at any time. */
export function readSettings(settings: JsonObject): CourseSettings {
  const reader = createSettingsReader(settings);
  const dataFile = reader.text('dataFile');
  return {
    enabled: reader.boolean('enabled', true),
    dataFile: dataFile === undefined ? bundledFile : resolve(dataFile),
  };
}
