import type { CallOutcome } from '@loadout/core';
import { expect, test } from 'vitest';
import { formatResult, toCallToolResult } from '../../src/output/format-result.js';

test('a result is exactly what the tool answered', () => {
  const outcome: CallOutcome = {
    callId: 'c1',
    tool: 'x',
    status: 'SUCCESS',
    executed: 'yes',
    content: [{ type: 'text', text: 'a' }],
    structuredContent: { a: 1 },
    isError: false,
    _meta: { 'loadout/sources': [] },
  };
  const { callId, tool, status, executed, ...result } = outcome;
  expect(toCallToolResult(outcome)).toEqual(result);
});

test('people see text, and bytes described', () => {
  const text = formatResult({
    content: [
      { type: 'text', text: 'a\u001b[2Jb\nc' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource_link', uri: 'https://example.org/a', name: 'a', title: 'A' },
      { type: 'resource', resource: { uri: 'x:1', text: 'inside' } },
      { type: 'resource', resource: { uri: 'x:2', blob: 'AAA=', mimeType: 'application/pdf' } },
    ],
  });
  expect(text).toBe(
    'a\\x1b[2Jb\nc\n[image, image/png, 3 bytes]\nA <https://example.org/a>\ninside\n[resource x:2, application/pdf, 2 bytes]',
  );
});

test('a result with structured content alone is shown as JSON', () => {
  expect(formatResult({ content: [], structuredContent: { a: [1] } })).toBe('{\n  "a": [\n    1\n  ]\n}');
});

test('JSON with texts of several lines is shown as an outline, other JSON as it is', () => {
  const long = {
    status: 'complete',
    content: { text: '# A\n\nb\u001b[2J', title: null, authors: [] },
    hits: [{ a: 1 }, 'x'],
  };
  const asResult = (structuredContent: typeof long | { a: number }) => ({
    content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }],
    structuredContent,
  });
  expect(formatResult(asResult(long))).toBe(
    'status: complete\ncontent:\n  text:\n    # A\n\n    b\\x1b[2J\n  title: none\n  authors: none\nhits:\n  1.\n     a: 1\n  2. x',
  );
  expect(formatResult(asResult({ a: 1 }))).toBe('{"a":1}');
});
