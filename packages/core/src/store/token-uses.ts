/** Remembers when tokens were last used. Apart from the store, because a use is no change. */
export interface TokenUses {
  /** Called for every request, with milliseconds since 1970: it must be quick, and what it throws is only logged. */
  record(tokenId: string, at: number): void;
  /** By the id of the token, ISO 8601, UTC; to the minute. */
  list(): Promise<ReadonlyMap<string, string>>;
}
