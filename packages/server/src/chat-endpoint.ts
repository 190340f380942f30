import type { ModelClient, ModelProvider } from '@loadout/core';

/** The model that chats of the API are with. The server knows no client: whoever composes it brings one. */
export interface ChatEndpoint {
  /** How it is reached. */
  readonly api: 'chat' | 'responses' | 'anthropic';
  /** Its name, as its service knows it. */
  readonly model: string;
  /** Who is behind it, and how far that is trusted; the confidence of the caller's token says nothing of it. */
  readonly modelProvider: ModelProvider;
  /** What it is told before each conversation. */
  readonly system?: string;
  /** The client. Asked for each turn, so that a new key counts from the next one. Throws a `LoadoutError` where there is none. */
  openClient(): Promise<ModelClient>;
  /** A sentence for the caller on why a request failed. Default: that it did. */
  describeFailure?(error: unknown): string;
}
