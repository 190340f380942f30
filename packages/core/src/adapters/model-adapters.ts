import type { ModelApi } from '../contract/model.js';
import type { ModelAdapter } from '../contract/model-adapter.js';
import { anthropicMessages } from './anthropic-messages.js';
import { chatCompletions } from './chat-completions.js';
import { gemini } from './gemini.js';
import { responses } from './responses.js';

const adapters: Readonly<Record<ModelApi, ModelAdapter>> = Object.freeze({
  chat: chatCompletions,
  responses,
  anthropic: anthropicMessages,
  gemini,
});

/** The adapter of a model API. */
export function adapterFor(api: ModelApi): ModelAdapter {
  return adapters[api];
}
