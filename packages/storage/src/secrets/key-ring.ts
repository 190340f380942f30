import type { SecretKey } from './secret-key.js';

/** The keys of an encrypted vault, wherever they come from. The first one seals; the others only open. */
export interface KeyRing {
  /** Where they are, for people. */
  readonly place: string;
  /** As they are now: another process may have made a new one. Throws `SECRET_UNAVAILABLE`. */
  read(): readonly SecretKey[];
  /** The same, with a key made where there is none yet. */
  readOrMake(): readonly SecretKey[];
  /** The one that seals; undefined where there is none, or it cannot be read. Makes nothing. */
  current(): SecretKey | undefined;
  /** Makes another key the one that seals. Absent where the operator makes the keys. */
  renew?(): void;
  dropOld?(): void;
  /** What is wrong with keys that nothing depends on at present. */
  examine?(): readonly string[];
}
