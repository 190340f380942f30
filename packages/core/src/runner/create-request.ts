/*
 * The body of a request, per API: where the system prompt stands, what the limit of an answer is called, and what an
 * embedder's further parameters may not say.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import type { RunnerApi } from './model-client.js';

/** What a request is made of. */
export interface RequestParts {
  readonly api: RunnerApi;
  readonly model: string;
  readonly messages: readonly JsonValue[];
  /** What the model is told before the conversation; empty where it is told nothing. */
  readonly system: readonly string[];
  readonly maxTokens: number | undefined;
  readonly isStreamed: boolean;
  /** The embedder's own. */
  readonly extra: JsonObject;
  /** What the loop says of tools; nothing goes before it. */
  readonly parameters: JsonObject;
}

/** Anthropic takes no request without a limit; every model of theirs that calls tools well takes this one. */
const DEFAULT_ANTHROPIC_TOKENS = 8_192;

/** What the runner or the loop says, and nobody else: what the loop leaves out has to stay out (contract 7.3, 7.4). */
const ours: Readonly<Record<RunnerApi, readonly string[]>> = {
  chat: ['messages', 'functions', 'function_call', 'n'],
  // The whole transcript is sent each time: what the service keeps of it would come on top.
  responses: ['input', 'previous_response_id', 'conversation', 'background'],
  anthropic: ['messages'],
};
const oursEverywhere: readonly string[] = ['model', 'stream', 'tools', 'tool_choice', 'parallel_tool_calls'];

/** The body of one request. */
export function createRequest(parts: RequestParts): JsonObject {
  const { api, model, isStreamed, parameters } = parts;
  const tools = [...readList(parameters.tools), ...listServiceTools(parts)];
  return {
    ...leaveOut(parts.extra, [...oursEverywhere, ...ours[api]]),
    model,
    ...requestBodies[api](parts),
    ...(isStreamed ? { stream: true } : {}),
    ...parameters,
    ...(tools.length > 0 ? { tools } : {}),
  };
}

const requestBodies: Readonly<Record<RunnerApi, (parts: RequestParts) => JsonObject>> = {
  chat: ({ messages, system, maxTokens }) => ({
    messages: addSystemMessage(messages, system),
    ...(maxTokens === undefined ? {} : { max_completion_tokens: maxTokens }),
  }),
  responses: ({ messages, system, maxTokens, extra }) => {
    const instructions = joinTexts([
      ...(typeof extra.instructions === 'string' ? [extra.instructions] : []),
      ...system,
    ]);
    return {
      input: [...messages],
      ...(instructions === '' ? {} : { instructions }),
      ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    };
  },
  anthropic: ({ messages, system, maxTokens, extra }) => {
    const first = messages.findIndex((message) => !isSystemMessage(message));
    const rest = first === -1 ? [] : messages.slice(first);
    const before = messages.slice(0, messages.length - rest.length).map(readText);
    const own = typeof extra.max_tokens === 'number' ? extra.max_tokens : undefined;
    const limit = maxTokens ?? own ?? DEFAULT_ANTHROPIC_TOKENS + readThinkingBudget(extra);
    return { messages: [...rest], max_tokens: limit, ...joinSystem(extra.system, [...before, ...system]) };
  },
};

/**
 * One system message at the start, because many services take no second one. Where the transcript begins with one,
 * what is sent is that with ours after it; the transcript itself stays as it is.
 */
function addSystemMessage(messages: readonly JsonValue[], system: readonly string[]): readonly JsonValue[] {
  const text = joinTexts(system);
  if (text === '') return [...messages];
  const [first, ...rest] = messages;
  if (!isSystemMessage(first)) return [{ role: 'system', content: text }, ...messages];
  const { content } = first;
  const joined = Array.isArray(content)
    ? [...content, { type: 'text', text }]
    : joinTexts([...(typeof content === 'string' ? [content] : []), text]);
  return [{ ...first, content: joined }, ...rest];
}

/** Whether the embedder's parameters make the model think, whatever the turn's description of it says. */
export function isMadeToThink(api: RunnerApi, extra: JsonObject): boolean {
  return api === 'anthropic' && isJsonObject(extra.thinking) && extra.thinking.type !== 'disabled';
}

/** What is thought counts as a part of the answer, which has to be allowed more than that. */
function readThinkingBudget({ thinking }: JsonObject): number {
  const budget = isJsonObject(thinking) && thinking.type === 'enabled' ? thinking.budget_tokens : undefined;
  return typeof budget === 'number' ? budget : 0;
}

/** The parameter `system`: blocks stay blocks, because they may carry marks of the service's cache. */
function joinSystem(own: JsonValue | undefined, texts: readonly string[]): JsonObject {
  const text = joinTexts(typeof own === 'string' ? [own, ...texts] : texts);
  if (!Array.isArray(own)) return text === '' ? {} : { system: text };
  return { system: [...own, ...(text === '' ? [] : [{ type: 'text', text }])] };
}

/**
 * Tools that the model's service runs itself stand beside Loadout's, untouched (contract 7.8). Functions do not: nobody
 * would run them.
 */
function listServiceTools({ api, extra }: RequestParts): readonly JsonValue[] {
  if (api === 'chat') return [];
  return readList(extra.tools).filter((tool) => {
    const type = isJsonObject(tool) ? tool.type : undefined;
    return typeof type === 'string' && type !== 'function' && type !== 'custom';
  });
}

function isSystemMessage(message: JsonValue | undefined): message is JsonObject {
  return isJsonObject(message) && (message.role === 'system' || message.role === 'developer');
}

function readText(message: JsonValue): string {
  const content = isJsonObject(message) ? message.content : undefined;
  if (typeof content === 'string') return content;
  const parts = readList(content).map((part) => (isJsonObject(part) && typeof part.text === 'string' ? part.text : ''));
  return joinTexts(parts);
}

function readList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join('\n\n');
}

function leaveOut(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
