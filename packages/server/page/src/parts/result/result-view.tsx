import { Image, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/define-texts.js';
import { formatSize } from '../../texts/format.js';
import { ExternalLink } from '../external-link.js';
import { Foreign, toPlain } from '../foreign.js';
import { ForeignPart } from '../foreign-part.js';
import { JsonTree } from '../json-tree.js';
import { Markdown } from '../markdown.js';
import { ToneAlert } from '../tone-alert.js';
import { countBytes, toDataAddress } from './media.js';
import { resultTexts } from './texts.js';

/** A part of a result, as MCP has it. */
export type ContentPart = Readonly<Record<string, unknown>>;

export interface ToolResult {
  readonly content: readonly ContentPart[];
  readonly structuredContent?: unknown;
  readonly isError: boolean;
}

/** What a tool answered, as people read it. */
export function ResultView({ result }: { readonly result: ToolResult }): React.ReactElement {
  const texts = useTexts(resultTexts);
  const { structuredContent, isError } = result;
  const content = withoutRepetition(result);
  if (isError) return <Failure content={content} />;
  return (
    <Stack gap="sm">
      {content.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one result have nothing else
        <ForeignPart key={index} value={part.type === 'text' ? part.text : part}>
          <Part part={part} />
        </ForeignPart>
      ))}
      {structuredContent !== undefined && (
        <ForeignPart value={structuredContent}>
          <JsonTree value={structuredContent} label={texts.structured} />
        </ForeignPart>
      )}
      {content.length === 0 && structuredContent === undefined && <Text c="dimmed">{texts.noContent}</Text>}
    </Stack>
  );
}

/** Where the text is the structured content once more, the tree is enough. */
function withoutRepetition({ content, structuredContent }: ToolResult): readonly ContentPart[] {
  if (structuredContent === undefined) return content;
  const same = JSON.stringify(structuredContent);
  return content.filter((part) => {
    const read = part.type === 'text' ? readJson(part.text) : undefined;
    return read === undefined || JSON.stringify(read) !== same;
  });
}

function Failure({ content }: { readonly content: readonly ContentPart[] }): React.ReactElement {
  const texts = useTexts(resultTexts);
  const text = content.map((part) => (typeof part.text === 'string' ? part.text : '')).join('\n');
  return (
    <ToneAlert tone="bad" title={texts.failed}>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
        <Foreign text={text} />
      </Text>
    </ToneAlert>
  );
}

function Part({ part }: { readonly part: ContentPart }): ReactNode {
  const texts = useTexts(resultTexts);
  switch (part.type) {
    case 'text':
      return <TextPart text={String(part.text ?? '')} />;
    case 'image':
    case 'audio':
      return <MediaPart kind={part.type} part={part} />;
    case 'resource_link':
      return (
        <Text size="sm">
          <ExternalLink address={String(part.uri ?? '')}>
            <Foreign text={String(part.title ?? part.name ?? part.uri ?? '')} />
          </ExternalLink>
        </Text>
      );
    case 'resource':
      return <ResourcePart resource={part.resource} />;
    default:
      return <Text size="sm">{texts.unknownKind(toPlain(String(part.type)))}</Text>;
  }
}

function TextPart({ text }: { readonly text: string }): React.ReactElement {
  const texts = useTexts(resultTexts);
  const read = readJson(text);
  return read === undefined ? <Markdown text={text} /> : <JsonTree value={read} label={texts.structured} />;
}

function MediaPart({
  kind,
  part: { data, mimeType },
}: {
  readonly kind: 'image' | 'audio';
  readonly part: ContentPart;
}): React.ReactElement {
  const texts = useTexts(resultTexts);
  const address = toDataAddress(kind, data, mimeType);
  if (address === undefined) {
    const type = toPlain(String(mimeType ?? kind));
    return <Text size="sm">{texts.notShown(type, formatSize(countBytes(data)))}</Text>;
  }
  if (kind === 'image')
    return (
      <Image src={address} alt={texts.imageOfTool} w="auto" maw="100%" mah={480} style={{ alignSelf: 'flex-start' }} />
    );
  // biome-ignore lint/a11y/useMediaCaption: a tool's sound comes without captions
  return <audio controls src={address} aria-label={texts.audioOfTool} style={{ maxWidth: '100%' }} />;
}

function ResourcePart({ resource }: { readonly resource: unknown }): React.ReactElement {
  const texts = useTexts(resultTexts);
  const { uri, mimeType, text, blob } = (resource ?? {}) as Readonly<Record<string, unknown>>;
  return (
    <Stack gap={4}>
      <Text size="sm">
        <ExternalLink address={String(uri ?? '')} />
      </Text>
      {typeof text === 'string' ? (
        <TextPart text={text} />
      ) : (
        <Text size="sm">{texts.notShown(toPlain(String(mimeType ?? 'resource')), formatSize(countBytes(blob)))}</Text>
      )}
    </Stack>
  );
}

/** Results are refused beyond 64 levels; a text that is JSON of more is no record that somebody unfolds. */
const mostLevels = 64;

/** Objects and lists alone: a text that is a number is a text. */
function readJson(text: unknown): object | undefined {
  if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return undefined;
  try {
    const read = JSON.parse(text) as object; // it begins as one
    return isWithin(read, mostLevels) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((child) => isWithin(child, levels - 1));
}
