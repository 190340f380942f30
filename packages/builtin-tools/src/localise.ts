import type { IToolImplementation } from '@loadout/core/contract';

/** What people read about one tool and its settings, in one language. */
export interface ToolLabels {
  readonly displayName: string;
  readonly description: string;
  readonly settings: Readonly<Record<string, { readonly label: string; readonly description: string }>>;
}

/** The methods of an implementation that people's texts come from: by locale (BCP 47), English where there are none. */
export function localise(
  labels: Readonly<Record<'en' | 'de', ToolLabels>>,
): Pick<IToolImplementation, 'displayName' | 'description' | 'settingsFieldLabel' | 'settingsFieldDescription'> {
  const labelsFor = (locale: string): ToolLabels => (/^de(?:-|$)/i.test(locale) ? labels.de : labels.en);
  const fieldOf = (field: string, locale: string) => {
    const { settings } = labelsFor(locale);
    return Object.hasOwn(settings, field) ? settings[field] : undefined;
  };
  return {
    displayName: (locale) => labelsFor(locale).displayName,
    description: (locale) => labelsFor(locale).description,
    settingsFieldLabel: (field, locale) => fieldOf(field, locale)?.label,
    settingsFieldDescription: (field, locale) => fieldOf(field, locale)?.description,
  };
}
