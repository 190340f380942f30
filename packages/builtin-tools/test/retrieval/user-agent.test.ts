import { readFileSync } from 'node:fs';
import { builtinTools } from '@loadout/builtin-tools';
import { expect, test } from 'vitest';
import { describeUserAgent } from '../../src/retrieval/user-agent.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

test('by default it names Loadout and its version, and where its operator can be reached', () => {
  expect(describeUserAgent()).toBe(`Mozilla/5.0 (compatible; Loadout/${version})`);
  expect(describeUserAgent({ contact: 'https://bots.example/about' })).toBe(
    `Mozilla/5.0 (compatible; Loadout/${version}; +https://bots.example/about)`,
  );
});

test('a user agent of the operator is sent as it is', () => {
  expect(describeUserAgent({ userAgent: 'CampusBot/2 (bots@campus.example)', contact: 'x' })).toBe(
    'CampusBot/2 (bots@campus.example)',
  );
});

test('a text that no header can have is refused when the tools are set up', () => {
  for (const userAgent of ['', ' ', 'a\r\nx: y', 'naïve', 'x'.repeat(600), ' a']) {
    expect(() => builtinTools({ userAgent }), JSON.stringify(userAgent)).toThrow('builtinTools({ userAgent })');
  }
  for (const contact of ['', 'a b', 'a)b', 'https://x/\n']) {
    expect(() => builtinTools({ contact }), JSON.stringify(contact)).toThrow('builtinTools({ contact })');
  }
});
