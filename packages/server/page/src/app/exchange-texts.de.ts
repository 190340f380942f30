import type { Translated } from '../texts/define-texts.js';
import type { Texts } from './exchange-texts.js';

export const german: Translated<Texts> = {
  title: (name) => `Stattdessen als ${name} anmelden?`,
  hint: (present, next) =>
    `Sie sind als ${present} angemeldet. Der geöffnete Link meldet Sie als ${next} an. Was danach geschieht, wird unter diesem Namen protokolliert.`,
  exchange: (name) => `Als ${name} anmelden`,
  keep: (name) => `Als ${name} angemeldet bleiben`,
};
