/**
 * Where secrets are kept. The database keeps for each secret what {@link SecretVault.seal} answered, never its value: a
 * vault that encrypts answers the ciphertext, one that keeps the value elsewhere a mark by which it finds it.
 */
export interface SecretVault {
  /** `keyring`: the operating system's; `encrypted`: with a key that the operator holds; `memory`: gone with the process. */
  readonly kind: 'keyring' | 'encrypted' | 'memory';
  /** Why this one, in a sentence for the operator. */
  readonly reason: string;
  /** Throws `SECRET_UNAVAILABLE`. */
  seal(name: string, value: string): Promise<string>;
  /** The value. Throws `SECRET_UNAVAILABLE` where it cannot be had, with the remedy. */
  open(name: string, sealed: string): Promise<string>;
  /** Lets go of what is kept outside the database. Nothing there is no error. */
  forget(name: string, sealed: string): Promise<void>;
  /** Whether `sealed` should be sealed again: by an old key, or by another vault. Absent: never. */
  isOutdated?(sealed: string): boolean;
  /** Makes a new key, where the vault makes its own: what the old one sealed still opens, and is outdated. */
  renewKey?(): Promise<void>;
  /** Lets go of old keys. Called once nothing is outdated, while nobody else can set a secret. */
  dropOldKeys?(): Promise<void>;
  /** What is wrong with the vault itself, one sentence each. */
  examine?(): Promise<readonly string[]>;
}

/** A secret that is set: its name, never its value. */
export interface SecretListing {
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
  /** Whether its value can be had at present. */
  readonly isReadable: boolean;
  /** Whether it is too short to be redacted (contract 9.5). */
  readonly isTooShort: boolean;
}

/** Takes secrets out of a text that comes in pieces, as a model's. */
export interface SecretFilter {
  /** What may be shown by now: what could be the beginning of a secret is held back. */
  push(piece: string): string;
  /** What was held back; nothing more comes. */
  end(): string;
}
