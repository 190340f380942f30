import { describe, expect, test } from 'vitest';
import { createResultPieces } from '../../src/adapters/result-pieces.js';
import type { ContentPart } from '../../src/contract/result.js';
import { failure, outcome, png } from './outcomes.js';

const images = { mimeTypes: ['image/png'], maxCharacters: 1_000 };

function pieces(
  content: readonly ContentPart[],
  structuredContent?: Readonly<Record<string, never>> | object,
): unknown {
  const structured = structuredContent === undefined ? {} : { structuredContent: structuredContent as never };
  return createResultPieces(outcome('', { content, ...structured }), images);
}

const text = (value: string): { readonly type: 'text'; readonly text: string } => ({ type: 'text', text: value });

describe('structured content', () => {
  test('is not said again where a text part says the same JSON, in whatever order', () => {
    const said = '{"rooms":[1,2],"open":true}';
    expect(pieces([text(said)], { open: true, rooms: [1, 2] })).toEqual([text(said)]);
    expect(pieces([text('Two rooms:'), text(said), text(said)], { open: true, rooms: [1, 2] })).toEqual([
      text('Two rooms:'),
      text(said),
    ]);
  });

  test('follows as JSON text where the parts only sum it up', () => {
    expect(pieces([text('2 rooms found')], { rooms: [1, 2] })).toEqual([
      text('2 rooms found'),
      text('{"rooms":[1,2]}'),
    ]);
    expect(pieces([text('{"rooms":[1]}')], { rooms: [1, 2] })).toEqual([
      text('{"rooms":[1]}'),
      text('{"rooms":[1,2]}'),
    ]);
    expect(pieces([], { rooms: [] })).toEqual([text('{"rooms":[]}')]);
  });

  test('stays on errors too', () => {
    const failed = failure('Not found', { structuredContent: { status: 404 } });
    expect(createResultPieces(failed, images)).toEqual([text('Not found'), text('{"status":404}')]);
  });

  test('repeats no image as text, and says nothing long that is base64', () => {
    const image = { type: 'image', data: png, mimeType: 'image/png' } as const;
    const structured = { image: png, url: `data:image/png;base64,${'A'.repeat(2_000)}`, key: 'b'.repeat(999) };
    const said = JSON.stringify(pieces([image], structured));
    expect(said.split(png)).toHaveLength(2);
    expect(said).not.toContain('A'.repeat(20));
    expect(said).toContain('b'.repeat(999));
    const lifted = pieces([text(JSON.stringify(structured))], structured) as { text: string }[];
    expect(lifted).toHaveLength(1);
    expect(lifted[0]?.text).not.toContain('A'.repeat(20));
  });
});

describe('parts', () => {
  test('keep their order', () => {
    const image = { type: 'image', data: png, mimeType: 'image/PNG' } as const;
    expect(pieces([text('a'), image, text('b')])).toEqual([text('a'), { ...image, mimeType: 'image/png' }, text('b')]);
  });

  test.each<[string, ContentPart, string]>([
    ['sound', { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }, '[audio/wav, 3 bytes: left out'],
    [
      'a link',
      { type: 'resource_link', uri: 'file:///a', name: 'a', title: 'A', mimeType: 'text/plain' },
      'file:///a (A; text/plain)',
    ],
    ['a text file', { type: 'resource', resource: { uri: 'file:///a', text: 'Hello' } }, 'file:///a\nHello'],
    [
      'a file',
      { type: 'resource', resource: { uri: 'file:///a', blob: 'AAAA' } },
      '[file:///a, unknown type, 3 bytes: left out',
    ],
    [
      'an image of another kind',
      { type: 'image', data: 'AAAA', mimeType: 'image/tiff' },
      '[image/tiff, 3 bytes: left out',
    ],
    ['an image that is too large', { type: 'image', data: 'A'.repeat(1_004), mimeType: 'image/png' }, 'too large'],
  ])('%s becomes a short text', (_name, part, said) => {
    expect(pieces([part])).toEqual([text(expect.stringContaining(said))]);
  });

  test('an embedded image is an image', () => {
    const part = { type: 'resource', resource: { uri: 'file:///a.png', blob: png, mimeType: 'image/png' } } as const;
    expect(pieces([part])).toEqual([{ type: 'image', data: png, mimeType: 'image/png' }]);
  });

  test('are never none: neither of an error nor of a success', () => {
    expect(pieces([])).toEqual([text('done')]);
    expect(pieces([text('  ')])).toEqual([text('done')]);
    expect(createResultPieces(failure(''), null)).toEqual([text('The tool failed without saying why.')]);
  });

  test('say nothing of _meta', () => {
    const said = createResultPieces(
      outcome('x', { _meta: { 'loadout/sources': [] }, structuredContent: { a: 1 } }),
      images,
    );
    expect(JSON.stringify(said)).not.toContain('sources');
  });
});
