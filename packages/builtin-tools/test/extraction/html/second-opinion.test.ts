import { expect, test, vi } from 'vitest';
import { readHtml } from '../../../src/extraction/html/read-html.js';

// The one way to make our own path fail on a page: no page is known on which it does.
vi.mock('../../../src/extraction/markdown/to-markdown.js', () => ({
  toMarkdown: () => {
    throw new TypeError('a tree that nobody thought of');
  },
}));

test('a page on which our own writer fails is read by the reference parser and converter', () => {
  const rows = Array.from({ length: 4 }, (_, at) => `<tr><td>Row ${at}</td><td>${at * 7}</td></tr>`).join('');
  const { markdown, title } = readHtml(
    `<!doctype html><title>Peat</title><body><main><h1>Peat</h1><p>It holds <b>carbon</b>, says
    <a href="/source">a source</a>.</p><ul><li>wet</li><li>old</li></ul>
    <table><thead><tr><th>Name</th><th>Depth</th></tr></thead><tbody>${rows}</tbody></table>
    <pre><code class="language-js">let a_b = 1;</code></pre></main>`,
    'https://site.example/peat',
  );
  expect(title).toBe('Peat');
  expect(markdown).toContain('It holds **carbon**, says [a source](https://site.example/source).');
  expect(markdown).toMatch(/-\s+wet\n-\s+old/);
  expect(markdown).toMatch(/\| Row 3 \| 21 +\|/);
  expect(markdown).toMatch(/```js\nlet a_b = 1;\n```/);
});
