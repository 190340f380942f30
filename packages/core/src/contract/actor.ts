/** Who changes something, and through what. Goes into the audit log. */
export interface Actor {
  /** A person, a token's name, or a program. At most 200 characters. */
  readonly name: string;
  readonly via: ActorInterface;
  /** The id of the token, where there is one: several may have the same name. At most 200 characters. */
  readonly token?: string;
}

/** The way a change came in; `host`: the host did it by itself, as the contract says. */
export type ActorInterface = 'cli' | 'http' | 'page' | 'code' | 'host';
