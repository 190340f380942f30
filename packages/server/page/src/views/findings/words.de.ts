import type { Translated } from '../../texts/define-texts.js';
import type { Words } from './words.js';

export const german: Translated<Words> = {
  error: 'Fehler',
  warning: 'Warnung',
  note: 'Hinweis',
  switchToolsOn: 'Werkzeuge einschalten',
  seeProvider: 'Anbieter ansehen',
  seeFault: 'Fehler ansehen',
  otherName: 'Unter anderem Namen anbieten',
  seeDecision: 'Entscheidung ansehen',
  seeOrganisation: 'Entscheidungen der Organisation ansehen',
  seeSecrets: 'Geheimnisse ansehen',
  enterField: (field) => `„${field}“ eintragen`,
  seeField: (field) => `„${field}“ ansehen`,
  seeSettings: 'Einstellungen ansehen',
  compare: 'Vergleichen und übernehmen',
  seeTool: 'Werkzeug ansehen',
  seeBots: 'Bots damit ansehen',
  seeCall: 'Wartenden Aufruf ansehen',
};
