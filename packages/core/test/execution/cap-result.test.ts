import type { ContentPart, ToolReturn } from '@loadout/core';
import { expect, test } from 'vitest';
// How a text is cut cannot be seen well from outside.
import { cutText } from '../../src/execution/cut-text.js';
import { openTurn, readText } from '../builders/turn-builders.js';

async function cap(limit: number, returned: ToolReturn) {
  const { turn } = await openTurn({ a: { policy: { maxResultCharacters: limit }, run: () => returned } });
  return turn.call({ name: 'a' });
}

const text = (characters: number, letter = 'x'): ContentPart => ({ type: 'text', text: letter.repeat(characters) });

test('a text that is cut has the limit at most, keeps both ends and says how long it was', () => {
  const whole = Array.from({ length: 2_000 }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');
  for (const limit of [150, 200, 999, 1_999]) {
    const cut = cutText(whole, limit);
    expect(cut.length).toBeLessThanOrEqual(limit);
    expect(cut.length).toBeGreaterThan(limit - 5);
    expect(cut).toContain('2000 characters');
    expect(cut.startsWith(whole.slice(0, 20))).toBe(true);
    expect(cut.endsWith(whole.slice(-10))).toBe(true);
  }
});

test('a text is cut to a limit that leaves no room for the remark', () => {
  for (const limit of [1, 5, 60]) expect(cutText('x'.repeat(500), limit)).toBe('x'.repeat(limit));
});

test('no character is cut into halves', () => {
  const whole = '😀'.repeat(1_000);
  // Encoding throws for half a surrogate pair.
  for (let limit = 120; limit < 160; limit += 1) expect(() => encodeURIComponent(cutText(whole, limit))).not.toThrow();
  for (const limit of [1, 2, 3]) expect(() => encodeURIComponent(cutText(whole, limit))).not.toThrow();
});

test('parts share the limit in their order, and what is left out is said', async () => {
  const outcome = await cap(1_000, { content: [text(500, 'a'), text(600, 'b'), text(10, 'c'), text(10, 'd')] });
  expect(readText(outcome).length).toBeLessThanOrEqual(1_000 + 3);
  expect(outcome.content[0]).toEqual(text(500, 'a'));
  expect(readText({ content: outcome.content.slice(1, 2) })).toMatch(/^b+\n\[… 600 characters/);
  expect(outcome.content.at(-1)).toEqual({ type: 'text', text: expect.stringContaining('2 more left out') });
  expect(outcome.content).toHaveLength(3);
});

test('a part that begins where the limit is reached is left out, which is said', async () => {
  const outcome = await cap(1_000, { content: [text(1_000, 'a'), text(10, 'b')] });
  expect(readText(outcome)).toMatch(/1 more left out/);
  expect(
    outcome.content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0),
  ).toBeLessThanOrEqual(1_000);
});

test('images and sounds cost no characters and stay', async () => {
  const image: ContentPart = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
  const outcome = await cap(200, { content: [text(500), image, text(5), image] });
  expect(outcome.content.filter(({ type }) => type === 'image')).toHaveLength(2);
});

test('an image of more than 20 million characters is left out, which is said; smaller ones stay', async () => {
  const small: ContentPart = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
  const large: ContentPart = { type: 'image', data: 'A'.repeat(20_000_001), mimeType: 'image/png' };
  const outcome = await cap(1_000, { content: [large, small] });
  expect(outcome.content).toEqual([{ type: 'text', text: expect.stringMatching(/^\[image .* left out/) }, small]);
});

test('the text of a resource is cut, and a link that does not fit is replaced', async () => {
  const resource: ContentPart = { type: 'resource', resource: { uri: 'file:///x', text: 'y'.repeat(900) } };
  const link: ContentPart = { type: 'resource_link', uri: `https://example.org/${'z'.repeat(900)}`, name: 'z' };
  const cutResource = (await cap(300, { content: [resource] })).content[0];
  expect(cutResource).toMatchObject({
    type: 'resource',
    resource: { uri: 'file:///x', text: expect.stringMatching(/^y+\n\[… 900/) },
  });
  expect((await cap(300, { content: [link] })).content).toEqual([
    { type: 'text', text: expect.stringContaining('resource_link left out') },
  ]);
});

test('structured content that fits stays beside a text that is cut', async () => {
  const outcome = await cap(200, { content: [text(500)], structuredContent: { total: 5 } });
  expect(outcome.structuredContent).toEqual({ total: 5 });
  expect(readText(outcome).length).toBeLessThanOrEqual(200);
});
