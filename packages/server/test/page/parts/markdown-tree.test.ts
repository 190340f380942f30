import { expect, test } from 'vitest';
import { type MarkdownNode, makeMarkdownTree } from '../../../page/src/parts/result/markdown-tree.js';

/** All words of a tree, without its elements. */
function readAll(nodes: readonly MarkdownNode[] | null): string {
  return (nodes ?? []).map((node) => (typeof node === 'string' ? node : readAll(node.children))).join('');
}

test('an entity brings back no character that nobody sees', () => {
  const text = 'before &#x202E;gnp.exe &#x200B;&rlm;&zwj; [pay&#x202E;x](https://evil.example/&#x202E;) `&#x202E;`';
  const tree = makeMarkdownTree(`${text} ![&#x2066;a](https://evil.example/&rlm;)`);
  expect(JSON.stringify(tree)).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
  expect(readAll(tree)).toContain('before U+202Egnp.exe U+200B U+200F U+200D payU+202Ex');
  // In code an entity is what it is.
  expect(readAll(tree)).toContain('&#x202E;');
});

test('HTML is text, and nothing of it is an element', () => {
  const tree = makeMarkdownTree('<b onclick=alert(1)>bold</b>\n\n<script>alert(1)</script>');
  expect(readAll(tree)).toContain('<b onclick=alert(1)>bold</b>');
  expect(JSON.stringify(tree)).toContain('"<script>alert(1)</script>"');
  expect(JSON.stringify(tree)).not.toContain('"tag":"script"');
});

test('footnotes stay text, where they stand', () => {
  const tree = makeMarkdownTree('Paid[^1] and [^two].\n\n[^1]: A *note*.\n\n    Second.\n\n[^two]: - a list');
  expect(readAll(tree)).toBe('Paid[^1] and [^two].\n[^1]: A note.\nSecond.\n[^two]: \n\na list\n');
  expect(JSON.stringify(tree)).not.toMatch(/user-content|Footnotes|"sup"/);
});

test('a text that would be too deep or too large a tree has none', () => {
  for (const text of [
    `${'>'.repeat(9_000)}x`,
    `${'- '.repeat(500)}x`,
    '`a` '.repeat(11_000),
    `${'|a'.repeat(150)}|\n${'|-'.repeat(150)}|\n${'|\n'.repeat(100)}`,
  ])
    expect(makeMarkdownTree(text)).toBeNull();
  expect(makeMarkdownTree(`${'> '.repeat(20)}x`)).not.toBeNull();
});

test('tasks, images and links keep what is shown of them', () => {
  const shown = JSON.stringify(
    makeMarkdownTree('- [x] done\n- [ ] not\n\n![alt](https://a.example/i.png) <https://b.example>'),
  );
  expect(shown).toContain('"isDone":true');
  expect(shown).toContain('"isDone":false');
  expect(shown).toContain('"address":"https://a.example/i.png","alt":"alt"');
  expect(shown).toContain('"address":"https://b.example"');
});
