import { expect, test } from 'vitest';
import { readHtml } from '../../../src/extraction/html/read-html.js';
import { paragraphs, sentence } from './pages.js';

const topics = ['Cookies', 'Sign up users', 'Pagination', 'The menu component', 'Social login', 'Share state', 'Tags'];
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace('the ', '')
    .replace(/ (?:users|component)$/, '')
    .replaceAll(' ', '-');
const read = (body: string, url: string): string =>
  readHtml(`<!DOCTYPE html><html><head><title>Start</title></head><body><main>${body}</main></body></html>`, url)
    .markdown;

for (const [kind, url] of [
  ['documentation', 'https://docs.site.example/start'],
  ['an article', 'https://site.example/blog/a-start-with-the-framework'],
] as const) {
  test(`chapters and headings of ${kind} stay, whatever their addresses say`, () => {
    const sections = topics.map(
      (topic, index) =>
        `<section id="${slug(topic)}"><h2>${topic}</h2><p>${sentence(slug(topic), index)}</p></section>`,
    );
    const headings = topics.map(
      (topic, index) => `<h2 id="${slug(topic)}">${topic}</h2><p>${sentence('it', index)}</p>`,
    );
    for (const parts of [sections, headings]) {
      const markdown = read(`<h1>Start</h1>${paragraphs(3, 'starting')}${parts.join('')}`, url);
      for (const topic of topics) expect(markdown).toContain(`## ${topic}`);
      for (const index of topics.keys()) expect(markdown).toContain(`Paragraph ${index} about`);
    }
  });
}

test('a section that asks for an address is no chapter', () => {
  const markdown = read(
    `<h1>Start</h1>${paragraphs(4, 'starting')}<section id="newsletter"><h2>Newsletter</h2><p>One letter a week.</p>
     <form><input name="mail"><button>Send</button></form></section>`,
    'https://docs.site.example/start',
  );
  expect(markdown).not.toContain('One letter a week');
});
