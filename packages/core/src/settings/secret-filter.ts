import type { SecretFilter } from '../contract/secret.js';
import type { Redactor } from './redactor.js';

/** See `Host.secrets.filter`. */
export function createSecretFilter(redactor: Redactor): SecretFilter {
  let held = '';
  return {
    push(piece) {
      const text = held + piece;
      const from = redactor.findBeginning(text);
      held = text.slice(from);
      return redactor.text(text.slice(0, from));
    },
    end() {
      const rest = held;
      held = '';
      return redactor.text(rest);
    },
  };
}
