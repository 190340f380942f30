import type { Translated } from '../../texts/define-texts.js';
import type { Texts } from './texts.js';

export const german: Translated<Texts> = {
  same: 'In der Definition unterscheidet sich nichts.',
  unknownBefore: 'Die übernommene Definition ist nicht erhalten; nur die jetzige lässt sich lesen.',
  looser: 'Jetzt lockerer',
  stricter: 'Jetzt strenger',
  added: 'Hinzugekommen',
  removed: 'Entfallen',
  changed: 'Geändert',
  policy: 'Was es darf',
  description: 'Was das Modell liest',
  schema: 'Argumente',
  settings: 'Einstellungen',
  other: 'Weiteres',
  before: 'Vorher',
  after: 'Jetzt',
  nothing: 'nichts',
  hash: (before, after) => `Hash vorher ${before}, jetzt ${after}`,
  readOnly: 'Liest nur',
  idempotent: 'Derselbe Aufruf noch einmal ändert nichts mehr',
  destructive: 'Kann löschen oder überschreiben',
  openWorld: 'Erreicht Systeme außerhalb dieses Hosts',
  approval: 'Eine Person wird gefragt',
  yes: 'ja',
  no: 'nein',
};
