import type { Translated } from '../../texts/define-texts.js';
import type { Texts } from './texts.js';

export const german: Translated<Texts> = {
  'tools-off': 'Alle Werkzeuge sind abgeschaltet',
  'not-assigned': 'Für diesen Bot nicht eingeschaltet',
  'companion-failed': 'Paket ausgefallen',
  quarantined: 'Definition fehlerhaft',
  absent: 'Nicht vorhanden',
  'owner-changed': 'Herkunft geändert',
  'definition-changed': 'Definition geändert',
  'not-visible': 'Nicht für diese Komponente',
  'not-selected': 'Nicht ausgewählt',
  'model-without-tools': 'Modell kann keine Werkzeuge aufrufen',
  'disabled-by-organisation': 'Von der Organisation abgeschaltet',
  'not-configured': 'Einstellung fehlt',
  'below-minimum-confidence': 'Stufe zu niedrig für dieses Werkzeug',
  'below-required-confidence': 'Stufe zu niedrig für dieses Gespräch',
  'not-convertible': 'Mit dieser API nicht möglich',
};
