import { expect, test } from 'vitest';
import { toMarkdown } from '../../../src/extraction/markdown/to-markdown.js';
import { doms } from './doms.js';

const many = 50_000;

/** Inputs on which converters are known to take time by the square of their length. */
const inputs: Readonly<Record<string, () => string>> = {
  '50,000 siblings': () => '<p>a <b>b</b> c</p>'.repeat(many),
  '50,000 marks in one line': () => `<p>${'<b>x</b> <i>y</i>'.repeat(many)}</p>`,
  '100,000 rows': () =>
    `<table><tr><th>a</th><th>b</th></tr>${'<tr><td>1</td><td>2</td></tr>'.repeat(many * 2)}</table>`,
  '50,000 items': () => `<ol>${'<li>x</li>'.repeat(many)}</ol>`,
  '5,000 nested lists': () => '<ul><li>x'.repeat(5_000) + '</li></ul>'.repeat(5_000),
  '50,000 lists in a list': () => `<ul>${'<ul><li>x</li></ul>'.repeat(many)}</ul>`,
  '5 MB of ticks': () => `<p>${'`'.repeat(5_000_000)}</p>`,
  '5 MB of ticks as code': () => `<pre>${'`'.repeat(5_000_000)}</pre><code>${'`'.repeat(5_000_000)}</code>`,
  'signs of Markdown': () => `<p>${'*_~[](){}&lt;&gt;&amp;!\\$ '.repeat(many)}</p>`,
  'formulas that do not end': () => `<p>${'\\( \\[ '.repeat(many)}</p>`,
  'white space': () => `<p>a${' '.repeat(2_000_000)}b</p><p>${`${' '.repeat(100)}x`.repeat(5_000)}</p>`,
  '50,000 line ends': () => `<p>${'a<br>'.repeat(many)}</p>`,
  'cells that span everything': () =>
    `<table><tr><td rowspan="65534" colspan="1000">${'x'.repeat(150)}</td></tr>${'<tr><td colspan="1000">y</td></tr>'.repeat(many / 5)}</table>`,
  '10,000 notes': () => {
    const numbers = Array.from({ length: 10_000 }, (_, index) => index);
    const marks = numbers.map((number) => `<sup><a href="#fn${number}">[${number % 999}]</a></sup>`);
    const texts = numbers.map((number) => `<li id="fn${number}">x <a href="#r${number}">↩</a></li>`);
    return `<p>${marks.join('')}</p><ol>${texts.join('')}</ol>`;
  },
  '50,000 signs of links in headings': () => '<h2>y<a class="anchor-link">#</a></h2>'.repeat(many),
};

for (const [name, make] of Object.entries(inputs)) {
  test(`${name} are converted in time that grows with their length`, { timeout: 60_000 }, () => {
    const body = doms.linkedom(make());
    const started = process.cpuUsage();
    const markdown = toMarkdown(body, { baseUrl: 'https://site.example/' });
    const { user } = process.cpuUsage(started);
    // By the square it would be minutes.
    expect(user / 1_000).toBeLessThan(5_000);
    expect(markdown.length).toBeGreaterThan(10);
    expect(markdown.length).toBeLessThan(12_000_000);
  });
}
