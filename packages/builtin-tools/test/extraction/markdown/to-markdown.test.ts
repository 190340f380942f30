import { expect, test } from 'vitest';
import { toMarkdown } from '../../../src/extraction/markdown/to-markdown.js';
import { checksUrl, markdownChecks } from './checks.js';
import { doms } from './doms.js';

for (const [dom, build] of Object.entries(doms)) {
  for (const { name, html, expected, unexpected = [] } of markdownChecks) {
    test(`${name} (${dom})`, () => {
      const markdown = toMarkdown(build(html), { baseUrl: checksUrl });
      for (const wanted of expected) {
        if (typeof wanted === 'string') expect(markdown).toContain(wanted);
        else expect(markdown).toMatch(wanted);
      }
      for (const unwanted of unexpected) {
        if (typeof unwanted === 'string') expect(markdown).not.toContain(unwanted);
        else expect(markdown).not.toMatch(unwanted);
      }
    });
  }
}
