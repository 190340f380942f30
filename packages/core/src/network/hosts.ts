/**
 * `@loadout/core/hosts`: names of hosts and URLs, judged and shown, without the transport: light enough to be loaded with
 * a tool's definition.
 */
export { type ListedHost, readListedHost } from './host-allowlist.js';
export { hasLongHost } from './host-length.js';
export { showToken, showUrl } from './shown-text.js';
