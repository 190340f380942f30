import type { ChatEndpoint } from '@loadout/server';
import type { Session } from '../session.js';
import { describeFailure } from './describe-failure.js';
import { chooseEndpoint } from './endpoint.js';
import { type OpenedClient, openClient } from './open-client.js';

/** The configured endpoint for the chats of the HTTP API; undefined where none is configured. */
export function createChatEndpoint(
  { host, readSecret, configuration }: Session,
  env: Readonly<Record<string, string | undefined>>,
): ChatEndpoint | undefined {
  const { baseUrl, model } = configuration.chat;
  if (baseUrl === undefined || model === undefined) return undefined;
  const endpoint = chooseEndpoint(configuration.chat);
  let opened: OpenedClient | undefined;
  return {
    api: endpoint.api,
    model: endpoint.model,
    modelProvider: endpoint.modelProvider,
    ...(endpoint.system === undefined ? {} : { system: endpoint.system }),
    async openClient() {
      // A client keeps connections, so one is used for as long as the key stays the same.
      opened = await openClient(endpoint, { host, readSecret }, env, opened);
      return opened.client;
    },
    describeFailure: (error) => describeFailure(error, host),
  };
}
