import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKey } from './secret-key.js';

const MARK = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A text that was encrypted: with which key, and the rest of it. */
export interface EncryptedText {
  readonly keyId: string;
  readonly bytes: Buffer;
}

/** AES-256-GCM with a random nonce. The name goes along as associated data: no secret opens under another name. */
export function encryptText(key: SecretKey, name: string, value: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(MARK, key.bytes, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(name, 'utf8'));
  const sealed = Buffer.concat([nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${MARK}:${key.id}:${sealed.toString('base64url')}`;
}

/** What a sealed text says of itself; undefined where it is none of ours. */
export function readEncryptedText(sealed: string): EncryptedText | undefined {
  const [mark, keyId, text, ...more] = sealed.split(':');
  if (mark !== MARK || keyId === undefined || text === undefined || more.length > 0) return undefined;
  return { keyId, bytes: Buffer.from(text, 'base64url') };
}

/** Throws where the key, the name or the text is another one than when it was sealed. */
export function decryptText(key: SecretKey, name: string, { bytes }: EncryptedText): string {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new RangeError('The text is too short.');
  const tagAt = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv(MARK, key.bytes, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(name, 'utf8'));
  decipher.setAuthTag(bytes.subarray(tagAt));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, tagAt)), decipher.final()]).toString('utf8');
}
