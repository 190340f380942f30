import type { CallToolResult, JsonSchema } from '@loadout/core/contract';
import type { RetrievedPage } from '../retrieval/retrieval.js';
import { truncateContent } from './truncate-content.js';

const text = { type: 'string' } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const characters = { type: 'integer', minimum: 0 } as const;

/** The shape of the tool's `structuredContent`. */
export const pageResultSchema: JsonSchema = {
  type: 'object',
  required: ['url', 'final_url', 'status', 'retrieved_at_utc', 'content', 'metadata'],
  properties: {
    url: text,
    final_url: text,
    status: { enum: ['complete', 'partial or truncated', 'empty response'] },
    retrieved_at_utc: text,
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
      required: ['media_type', 'warnings', 'original_content_characters', 'returned_content_characters'],
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
}

/** The result of a page that was read. */
export function toPageResult(parts: PageResultParts): CallToolResult {
  const { requestedUrl, retrieved } = parts;
  const { page, retrievedAt } = retrieved;
  const content = truncateContent(page.markdown, parts.maxContentCharacters);
  const isPartial = content.length < page.markdown.length || retrieved.status === 206;
  const warnings = [...page.warnings];
  if (retrieved.status === 206) warnings.push('The server sent only a part of the page (HTTP status 206).');
  const status = content === '' ? 'empty response' : isPartial ? 'partial or truncated' : 'complete';
  const heading = [
    ...(page.title === null ? [] : [`Title: ${page.title}`]),
    `URL: ${retrieved.url}`,
    `Status: ${status}`,
    ...warnings.map((warning) => `Warning: ${warning}`),
  ];
  return {
    content: [{ type: 'text', text: `${heading.join('\n')}\n\n${content || 'The page has no readable content.'}` }],
    structuredContent: {
      url: requestedUrl,
      final_url: retrieved.url,
      status,
      retrieved_at_utc: retrievedAt.toISOString(),
      content: {
        text_content: content,
        title: page.title,
        description: page.description,
        authors: page.authors,
      },
      metadata: {
        language: page.language,
        published_time: page.publishedTime,
        modified_time: page.modifiedTime,
        media_type: page.mediaType,
        warnings,
        original_content_characters: page.markdown.length,
        returned_content_characters: content.length,
      },
    },
    ...(content === ''
      ? {}
      : { _meta: { 'loadout/sources': [{ url: retrieved.url, title: page.title ?? retrieved.url }] } }),
  };
}
