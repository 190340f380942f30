import type { Translated } from '../../../texts/define-texts.js';
import type { Texts } from './texts.js';

export const german: Translated<Texts> = {
  added: 'Hinzugekommen',
  removed: 'Entfallen',
  changed: 'Geändert',
  before: 'Vorher',
  now: 'Jetzt',
  whole: 'Alles',
};
