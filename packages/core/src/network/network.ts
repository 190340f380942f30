/**
 * `@loadout/core/network`: fetching what a model or a page points to, from public addresses only. An entry of its
 * own, so that a host that never fetches does not load the transport.
 */
export type { GuardedFetch, GuardedFetchOptions, GuardedResponse } from '../contract/call.js';
export { type AddressRange, type AddressVerdict, isPublicAddress, judgeAddress } from './address-ranges.js';
export type { ConnectTarget, SocketConnector } from './connect-socket.js';
export { createGuardedFetch, type NetworkOptions } from './guarded-fetch.js';
export type { HostAddress, HostResolver } from './resolve-host.js';
