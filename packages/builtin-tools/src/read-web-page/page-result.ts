import type { CallToolResult, JsonSchema } from '@loadout/core/contract';
import { showUrl } from '@loadout/core/hosts';
import { failWith, highConfidence } from '../fail-with.js';
import { splitPages } from '../paging/split-pages.js';
import type { RetrievedPage } from '../retrieval/retrieval.js';
import { warnOfInstructions } from '../untrusted/find-instructions.js';
import { type DrawCode, markUntrusted, untrustedMembers } from '../untrusted/mark-untrusted.js';
import { plainLine } from '../untrusted/plain-text.js';

const text = { type: 'string' } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const characters = { type: 'integer', minimum: 0 } as const;
const ordinal = { type: 'integer', minimum: 1 } as const;

/** The shape of the tool's `structuredContent`. */
export const pageResultSchema: JsonSchema = {
  type: 'object',
  required: [
    'url',
    'final_url',
    'status',
    'retrieved_at_utc',
    'page',
    'total_pages',
    'has_more',
    'content',
    'metadata',
    'untrusted_content_begins',
    'untrusted_content_ends',
  ],
  properties: {
    ...untrustedMembers,
    url: text,
    final_url: text,
    status: { enum: ['complete', 'partial or truncated', 'empty response'] },
    retrieved_at_utc: text,
    page: ordinal,
    total_pages: ordinal,
    has_more: { type: 'boolean' },
    content: {
      type: 'object',
      required: ['text_content', 'title', 'description', 'authors'],
      properties: {
        text_content: text,
        title: textOrNull,
        description: textOrNull,
        authors: { type: 'array', items: text },
      },
    },
    metadata: {
      type: 'object',
      required: [
        'language',
        'published_time',
        'modified_time',
        'media_type',
        'warnings',
        'original_content_characters',
        'returned_content_characters',
      ],
      properties: {
        language: textOrNull,
        published_time: textOrNull,
        modified_time: textOrNull,
        media_type: text,
        warnings: { type: 'array', items: text },
        original_content_characters: characters,
        returned_content_characters: characters,
      },
    },
  },
};

/** What a result is made of. */
export interface PageResultParts {
  readonly requestedUrl: string;
  readonly retrieved: RetrievedPage;
  readonly maxContentCharacters: number;
  /** Which part of the content, from 1. */
  readonly page: number;
  /** Whether the page said something else when an earlier part of it was read. */
  readonly hasChanged: boolean;
  /** Takes secrets out: what a request was signed with may come back, and would be cut here. */
  readonly redact: (text: string) => string;
  readonly draw: DrawCode;
}

/** The result of a page that was read; a failure where it has no such part. */
export function toPageResult(parts: PageResultParts): CallToolResult {
  const { retrieved, page: number, maxContentCharacters } = parts;
  const { page, status: httpStatus, isPrivate } = retrieved;
  // What strangers serve has none of ours, or has it from elsewhere: then the host finds it whole.
  const clean = isPrivate ? parts.redact : (value: string): string => value;
  const whole = clean(page.markdown);
  const pages = splitPages(whole, maxContentCharacters, { isCut: page.isPartial });
  const shown = pages[number - 1];
  if (shown === undefined) return failWith(explainEnd(number, pages.length, parts), { isPrivate });

  const content = shown.text;
  const isPart = pages.length > 1 || httpStatus === 206 || page.isPartial === true;
  const status = content === '' ? 'empty response' : isPart ? 'partial or truncated' : 'complete';
  const line = (value: string | null, most: number): string | null =>
    value === null ? null : plainLine(clean(value), most) || null;
  const title = line(page.title, 500);
  const description = line(page.description, 2_000);
  const authors = page.authors.slice(0, 20).map((author) => plainLine(clean(author), 200));
  const finalUrl = clean(retrieved.url);
  const warnings = [
    ...page.warnings.slice(0, 20).map((warning) => plainLine(clean(warning), 500)),
    ...(httpStatus === 206 ? ['The server sent only a part of the page (HTTP status 206).'] : []),
    ...(content === '' ? ['The page has no readable content.'] : []),
    ...(leadsToSignIn(parts.requestedUrl, finalUrl)
      ? ['The server led to another URL, which seems to be for signing in: the page itself may not be here.']
      : []),
    ...(parts.hasChanged && number > 1
      ? ['The page has changed since an earlier part of it was read: parts may overlap or leave a gap.']
      : []),
    ...warnOfInstructions('The page', page.instructions),
  ];
  const marked = markUntrusted(
    {
      url: parts.requestedUrl,
      final_url: finalUrl,
      status,
      retrieved_at_utc: retrieved.retrievedAt.toISOString(),
      page: number,
      total_pages: pages.length,
      has_more: number < pages.length,
      content: { text_content: content, title, description, authors },
      metadata: {
        language: line(page.language, 100),
        published_time: line(page.publishedTime, 100),
        modified_time: line(page.modifiedTime, 100),
        media_type: plainLine(page.mediaType, 200),
        warnings,
        original_content_characters: page.originalCharacters ?? whole.length,
        returned_content_characters: content.length,
      },
    },
    parts.draw,
  );
  const meta = {
    ...(content === '' ? {} : { 'loadout/sources': [{ url: finalUrl, title: title ?? finalUrl }] }),
    ...(isPrivate ? highConfidence : {}),
  };
  return { ...marked, ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }) };
}

function explainEnd(number: number, count: number, { requestedUrl, maxContentCharacters }: PageResultParts): string {
  const what = `The page ${showUrl(requestedUrl)}`;
  return count === 1
    ? `${what} fits into one part of at most ${maxContentCharacters} characters; there is no part ${number}. Leave "page" out.`
    : `${what} has ${count} parts of at most ${maxContentCharacters} characters; there is no part ${number}. Ask for "page" 1 to ${count}.`;
}

function leadsToSignIn(requestedUrl: string, finalUrl: string): boolean {
  const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '');
  const isSignIn = (url: string): boolean =>
    /\/(?:log-?in|sign-?in|sso|saml|oauth2?|anmelden)(?:[/.]|$)/i.test(pathOf(url));
  return isSignIn(finalUrl) && !isSignIn(requestedUrl);
}
