import type { GuardedFetchOptions, GuardedResponse } from '../contract/call.js';
import { isLoadoutError, LoadoutError } from '../contract/errors.js';
import type { CallState } from './call-state.js';

/**
 * `call.fetch`: the host's, with the call's signal. Hosts in private networks are left to it only where the turn's model
 * provider has HIGH confidence or is trusted (contract 10.3). Otherwise the list does not reach the transport, which may
 * be one of the embedder's, and a refusal for want of it says what is missing.
 */
export function fetchForCall(
  call: CallState,
  url: string | URL,
  options: GuardedFetchOptions = {},
): Promise<GuardedResponse> {
  const signal = options.signal === undefined ? call.signal : AbortSignal.any([call.signal, options.signal]);
  const { allowedPrivateHosts, privateHeaders: _privateHeaders, ...publicOptions } = options;
  if (allowedPrivateHosts === undefined || allowedPrivateHosts.length === 0 || call.turn.confidence.reaches('HIGH')) {
    return call.host.fetch(url, { ...options, signal });
  }
  return call.host.fetch(url, { ...publicOptions, signal }).catch(async (error: unknown) => {
    throw (await explainWithheld(call, error, allowedPrivateHosts)) ?? error;
  });
}

async function explainWithheld(
  call: CallState,
  error: unknown,
  allowedPrivateHosts: readonly string[],
): Promise<LoadoutError | undefined> {
  if (!isLoadoutError(error, 'NETWORK_ADDRESS_REFUSED')) return undefined;
  const { host, range = 'private' } = error.details as { readonly host?: unknown; readonly range?: unknown };
  if (typeof host !== 'string' || range !== 'private') return undefined;
  const { createHostAllowlist } = await import('../network/host-allowlist.js');
  const { isLoopbackName } = await import('../network/web-url.js');
  if (isLoopbackName(host) || !createHostAllowlist(allowedPrivateHosts)(host)) return undefined;
  const { modelProvider } = call.turn.context;
  const found =
    modelProvider === null
      ? 'this turn states none'
      : `${JSON.stringify(modelProvider.id)} has ${modelProvider.confidence}`;
  const sentence =
    `The private host ${JSON.stringify(host)} is allowed, but it is reached only where the model provider has HIGH ` +
    `confidence or is trusted; ${found}.`;
  return new LoadoutError('NETWORK_ADDRESS_REFUSED', sentence, {
    cause: error,
    details: { host, requiredConfidence: 'HIGH' },
  });
}
