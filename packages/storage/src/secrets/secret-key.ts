import { createHash } from 'node:crypto';

const KEY_BYTES = 32;

/** A key that secrets are encrypted with. */
export interface SecretKey {
  /** Tells keys apart without saying anything of them. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** The key behind 32 bytes. */
export function createSecretKey(bytes: Buffer): SecretKey {
  const id = createHash('sha256').update('loadout secret key\n').update(bytes).digest('hex').slice(0, 16);
  return { id, bytes };
}

/** A key as people write it: 32 bytes as 64 hexadecimal digits or as base64. Undefined for anything else. */
export function parseSecretKey(text: string): SecretKey | undefined {
  const stated = text.trim();
  if (/^[0-9a-f]{64}$/i.test(stated)) return createSecretKey(Buffer.from(stated, 'hex'));
  if (!/^[\w+/-]{43}=?$/.test(stated)) return undefined;
  const bytes = Buffer.from(stated, 'base64');
  return bytes.length === KEY_BYTES ? createSecretKey(bytes) : undefined;
}
