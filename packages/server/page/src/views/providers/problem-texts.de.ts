import type { Translated } from '../../texts/define-texts.js';
import type { CompanionTexts } from './problem-texts.js';

export const german: Translated<CompanionTexts> = {
  COMPANION_NOT_FOUND: 'Das Paket ist nicht zu finden. Neben der Konfiguration installieren.',
  COMPANION_MANIFEST_INVALID:
    'Die package.json des Pakets sagt nicht, dass es Werkzeuge mitbringt, oder nicht, nach welcher Version des Vertrags. Dem Autor mitteilen.',
  COMPANION_INVALID: 'Das Paket exportiert keine Funktion „register“. Dem Autor mitteilen.',
  COMPANION_TIMED_OUT: 'Es kam nicht rechtzeitig eine Antwort.',
  COMPANION_FAILED: 'Beim Laden oder Abfragen ist ein Fehler aufgetreten.',
  COMPANION_WRONG_SHAPE: 'Die Antwort war etwas anderes als das, wonach gefragt war. Dem Autor mitteilen.',
  COMPANION_DUPLICATE: 'Die Konfiguration nennt das Paket zweimal. Einen der Einträge entfernen.',
  COMPANION_SETTINGS_INVALID: 'Die Einstellungen des Pakets in der Konfiguration passen nicht.',
  PROVIDER_REFUSED: 'Einer der Anbieter des Pakets wurde abgelehnt. Dem Autor mitteilen.',
  TOOL_TEXT_CLEANED:
    'Aus einer Definition wurden Zeichen entfernt, die niemand sieht. Das Werkzeug arbeitet; dem Autor mitteilen.',
  TOOL_FIELD_UNKNOWN: 'Eine Definition hat ein unbekanntes Feld. Es wird nicht beachtet; das Werkzeug arbeitet.',
  TOOL_NAMES_TOO_MANY: 'Das Paket hat für seine Werkzeuge mehr Namen angegeben, als behalten werden.',
  TOOL_SETTINGS_INVALID: 'Einstellungen eines Werkzeugs passen nicht.',
  DEFINITION_LEFT_OUT: 'Eine Definitionsdatei des Pakets ist fehlerhaft und wird ausgelassen. Dem Autor mitteilen.',
  NETWORK_URL_INVALID: 'Es wurde nach einer Adresse gefragt, die keine ist.',
  NETWORK_ADDRESS_REFUSED: 'Es wurde nach einer Adresse gefragt, die nicht öffentlich ist.',
  NETWORK_NAME_UNRESOLVED: 'Es wurde nach einem Server gefragt, dessen Name keine Adresse hat.',
  NETWORK_REDIRECT_REFUSED: 'Ein Server leitet an einen Ort weiter, der nicht erlaubt ist.',
  NETWORK_TOO_MANY_REDIRECTS: 'Ein Server leitet zu oft weiter.',
  NETWORK_BODY_TOO_LARGE: 'Ein Server hat mehr geantwortet, als erlaubt ist.',
  NETWORK_TIMED_OUT: 'Ein Server hat nicht rechtzeitig geantwortet.',
  NETWORK_FAILED: 'Ein Server war nicht zu erreichen.',
  other: 'Das Paket hat ein Problem gemeldet.',
};
