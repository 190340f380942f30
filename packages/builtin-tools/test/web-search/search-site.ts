import type { IncomingMessage, ServerResponse } from 'node:http';
import { builtinTools, type WebSearchResult } from '@loadout/builtin-tools';
import type { CallScope, CallToolResult, JsonObject } from '@loadout/core/contract';
import { onTestFinished } from 'vitest';
import { startSite, type TestSite } from '../call.js';

/** What the scripted search service answers: JSON, or whatever the function writes. */
export type Answer = object | ((request: IncomingMessage, response: ServerResponse) => void);

/** What one page of the web answers, by host and path. Everything else is 404. */
export type Pages = Readonly<Record<string, string | ((request: IncomingMessage, response: ServerResponse) => void)>>;

export interface SearchSite {
  /** Calls `web_search` with the instance at `http://search.internal.test:8888` unless the settings say otherwise. */
  search(args: JsonObject, settings?: JsonObject): Promise<CallToolResult>;
  readonly site: TestSite;
  /** The parameters of the last search. */
  parameters(): Record<string, string>;
  /** Headers of the last search. */
  headers(): IncomingMessage['headers'];
}

export const baseUrl = 'http://search.example:8888';

/** A search service and the web, both one loopback server. */
export async function startSearch(answer: Answer, pages: Pages = {}, signal?: AbortSignal): Promise<SearchSite> {
  let last: IncomingMessage | undefined;
  const site = await startSite((request, response) => {
    const { host = '' } = request.headers;
    if (host.startsWith('search.')) {
      last = request;
      if (typeof answer === 'function') return answer(request, response);
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    }
    const page = pages[`${host}${request.url}`] ?? pages[host];
    if (typeof page === 'function') return page(request, response);
    if (page === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  }, signal);
  const { fetch, signal: cancelled } = site.call;
  // As the host binds it.
  const call: CallScope = {
    ...site.call,
    fetch: (url, options = {}) =>
      fetch(url, {
        ...options,
        signal: AbortSignal.any([cancelled, ...(options.signal === undefined ? [] : [options.signal])]),
      }),
  };
  const tool = builtinTools({ politeness: { spacingMs: 0 } }).implementations.find(
    ({ implementationKey }) => implementationKey === 'web_search',
  );
  if (tool === undefined) throw new Error('no web_search');
  onTestFinished(async () => tool.close?.());
  return {
    site,
    search: async (args, settings = {}) => (await tool.execute(args, { baseUrl, ...settings }, call)) as CallToolResult,
    parameters: () => Object.fromEntries(new URL(last?.url ?? '', baseUrl).searchParams),
    headers: () => last?.headers ?? {},
  };
}

/** A page of HTML with an article of about `characters`. */
export function articleOf(title: string, characters: number): string {
  const sentence = `${title} is what this sentence is about, and it goes on for a while. `;
  const paragraphs = Math.ceil(characters / (sentence.length * 4));
  const body = Array.from({ length: paragraphs }, (_, index) => `<p>${index + 1}. ${sentence.repeat(4)}</p>`).join(
    '\n',
  );
  return `<!doctype html><title>${title}</title><body><main><article><h1>${title}</h1>${body}</article></main>`;
}

export function contentOf(result: CallToolResult): WebSearchResult {
  return result.structuredContent as unknown as WebSearchResult;
}

export function textOf(result: CallToolResult): string {
  return result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
