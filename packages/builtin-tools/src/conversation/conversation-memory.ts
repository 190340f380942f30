/**
 * What results of a conversation named, for as long as the process runs: the URLs in them, for tools that read known ones
 * only, and which version of a page was read, so that a page that changes between two of its parts is told. Bounded, and
 * made of hashes: it says nothing of what was read to whoever looks at it.
 */
import { createHash } from 'node:crypto';
import type { InvocationContext } from '@loadout/core/contract';
import { normaliseUrl } from '../urls/normalise-url.js';

/** See the head of this file. A turn without a conversation is one of its own. */
export interface ConversationMemory {
  /** Whether the context, now or earlier in the conversation, or an earlier result named the URL. */
  knows(context: InvocationContext, url: string): boolean;
  /** Keeps the first URLs in the texts of a result, but for those that stood in `given`: what it was asked with. */
  learn(context: InvocationContext, texts: readonly string[], given?: readonly string[]): void;
  /** Keeps what a page said; answers whether it said something else before. */
  hasChanged(context: InvocationContext, url: string, text: string): boolean;
}

/** How much is kept. */
export interface MemoryLimits {
  readonly conversations: number;
  readonly urlsEach: number;
  readonly urlsOfResult: number;
}

interface Memory {
  /** Those of contexts, which no result takes the place of. */
  readonly given: Set<string>;
  readonly urls: Set<string>;
  readonly versions: Map<string, string>;
}

const defaultLimits: MemoryLimits = { conversations: 200, urlsEach: 2_000, urlsOfResult: 200 };
const versionsEach = 50;

/** Makes a {@link ConversationMemory}, empty. */
export function createConversationMemory(limits: MemoryLimits = defaultLimits): ConversationMemory {
  // In the order of their last use.
  const memories = new Map<string, Memory>();
  const memoryOf = ({ bot, conversation, turnId, knownUrls }: InvocationContext): Memory => {
    const key = JSON.stringify(conversation === null ? [turnId] : [bot.id, conversation.id]);
    const memory = memories.get(key) ?? { given: new Set(), urls: new Set(), versions: new Map() };
    memories.delete(key);
    memories.set(key, memory);
    dropOldest(memories, limits.conversations);
    keep(memory.given, knownUrls.map(normaliseUrl), limits.urlsEach);
    return memory;
  };
  return {
    knows(context, text) {
      const url = normaliseUrl(text);
      if (url === undefined) return false;
      const { given, urls } = memoryOf(context);
      const key = hash(url);
      return given.has(key) || urls.has(key);
    },
    learn(context, texts, given = []) {
      const { urls } = memoryOf(context);
      const asked = new Set(given.flatMap(findUrls));
      const named = new Set(texts.flatMap(findUrls).filter((url) => !asked.has(url) || urls.has(hash(url))));
      keep(urls, [...named].slice(0, limits.urlsOfResult), limits.urlsEach);
    },
    hasChanged(context, url, text) {
      const { versions } = memoryOf(context);
      const key = hash(normaliseUrl(url) ?? url);
      const before = versions.get(key);
      // As much as tells versions apart: a long text would hold the thread.
      const version = hash(`${text.length}\n${text.slice(0, 500_000)}\n${text.slice(-100_000)}`);
      versions.delete(key);
      versions.set(key, version);
      dropOldest(versions, versionsEach);
      return before !== undefined && before !== version;
    },
  };
}

// Each costs microseconds on the host's thread, and more where its host is not ASCII.
const mostUrlsOfText = 300;

/** The first web addresses in a text, normalised: as prose, as Markdown and as JSON write them. */
export function findUrls(text: string): readonly string[] {
  const written = new Set<string>();
  for (const [match] of text.matchAll(/https?:\/\/[^\s<>"'`\\^{}|]{1,2000}/gi)) {
    written.add(match);
    if (written.size >= mostUrlsOfText) break;
  }
  const candidates = new Set(
    [...written].map((url) => url.slice(0, closingAt(url))).flatMap((url) => [url, withoutEnd(url)]),
  );
  return [...new Set([...candidates].map(normaliseUrl).filter((url) => url !== undefined))];
}

/** Without the punctuation of the sentence that it ends. */
function withoutEnd(url: string): string {
  let end = url.length;
  while (end > 0 && '.,;:!?)]*_'.includes(url.charAt(end - 1))) end -= 1;
  return url.slice(0, end);
}

/** Where a bracket closes that was opened before the URL, as in `[text](url)`. */
function closingAt(url: string): number {
  let depth = 0;
  for (let at = 0; at < url.length; at += 1) {
    if (url[at] === '(') depth += 1;
    else if (url[at] === ')') depth -= 1;
    if (depth < 0) return at;
  }
  return url.length;
}

/** As the newest. */
function keep(kept: Set<string>, urls: readonly (string | undefined)[], most: number): void {
  for (const url of urls) {
    if (url === undefined) continue;
    const key = hash(url);
    kept.delete(key);
    kept.add(key);
  }
  dropOldest(kept, most);
}

function dropOldest(kept: Set<string> | Map<string, unknown>, most: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(oldest);
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
