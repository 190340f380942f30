/** `@loadout/core`: the whole public surface of the host, by name. */
export * from './contract/contract.js';
export { createHost } from './host.js';
