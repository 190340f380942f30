/** The events of the host's own mitt bus. Companions only ever see their facade of it. */
export type HostEvents = { CollectToolProviders: undefined };
