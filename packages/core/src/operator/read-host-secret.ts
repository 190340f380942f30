import { describeValue } from '../catalogue/describe-value.js';
import { LoadoutError } from '../contract/errors.js';
import type { SecretVault } from '../contract/secret.js';
import { HOST_SECRETS } from '../settings/secret-names.js';
import type { StoreReader } from '../store/roles.js';

/**
 * The value of one of the host's own secrets, as the key of the model endpoint, for whoever composes a host: they have the
 * store and the vault, which nobody has who was given a `Host` (contract 9.4). Undefined where it is not set. Throws
 * `SECRET_UNAVAILABLE` where the vault cannot open it, and `SETTING_UNKNOWN` for any other name.
 */
export async function readHostSecret(
  store: Pick<StoreReader, 'listSecrets'>,
  vault: SecretVault,
  name: string,
): Promise<string | undefined> {
  if (!HOST_SECRETS.includes(name)) {
    const message = `${describeValue(name)} is no secret of the host's own. Those are: ${HOST_SECRETS.join(', ')}.`;
    throw new LoadoutError('SETTING_UNKNOWN', message, { details: { name } });
  }
  const record = (await store.listSecrets()).find((secret) => secret.name === name);
  return record && vault.open(name, record.sealed);
}
