import type { CallOutcome, CallToolResult, ContentPart, JsonObject } from '@loadout/core';
import { neutraliseText } from './neutralise.js';
import { hasLongText, outlineJson } from './outline-json.js';

/** What the tool answered, without what the host knows of the call beside it. */
export function toCallToolResult({ content, structuredContent, isError, _meta }: CallOutcome): CallToolResult {
  return {
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    isError,
    ...(_meta === undefined ? {} : { _meta }),
  };
}

/** A result as text for people: bytes are described, and JSON that holds texts of several lines is an outline. */
export function formatResult({ content, structuredContent }: CallToolResult): string {
  if (content.length === 0 && structuredContent !== undefined) {
    return neutraliseText(JSON.stringify(structuredContent, null, 2));
  }
  const outline = structuredContent === undefined || !hasLongText(structuredContent) ? undefined : structuredContent;
  const formatOne = (part: ContentPart): string =>
    outline !== undefined && saysSame(part, outline) ? outlineJson(outline) : formatPart(part);
  return neutraliseText(content.map(formatOne).join('\n'));
}

/** A text part often is the structured content once more (contract 8), which is for machines. */
function saysSame(part: ContentPart, structured: JsonObject): boolean {
  return part.type === 'text' && part.text === JSON.stringify(structured);
}

function formatPart(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `[${part.type}, ${part.mimeType}, ${countBytes(part.data)} bytes]`;
    case 'resource_link':
      return `${part.title ?? part.name} <${part.uri}>`;
    case 'resource': {
      const { uri, text, mimeType, blob = '' } = part.resource;
      return text ?? `[resource ${uri}, ${mimeType ?? 'no media type'}, ${countBytes(blob)} bytes]`;
    }
    default:
      return describeUnknown(part);
  }
}

function describeUnknown(part: never): string {
  return `[${JSON.stringify(part)}]`;
}

function countBytes(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}
