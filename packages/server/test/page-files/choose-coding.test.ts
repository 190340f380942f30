import { expect, test } from 'vitest';
import { type ContentCoding, chooseCoding } from '../../src/page-files/choose-coding.js';

const both: readonly ContentCoding[] = ['br', 'gzip'];

test.each<[string, readonly ContentCoding[], ContentCoding | undefined]>([
  ['', both, undefined],
  ['gzip, deflate, br, zstd', both, 'br'],
  ['gzip, deflate', both, 'gzip'],
  ['gzip, deflate, br', ['gzip'], 'gzip'],
  ['gzip, br', [], undefined],
  ['br;q=0.5, gzip', both, 'gzip'],
  ['br;q=0.5, gzip;q=0.5', both, 'br'],
  ['gzip;q=1.0, br;q=0.9, *;q=0', both, 'gzip'],
  ['br;q=0, gzip;q=0', both, undefined],
  ['br;q=0, *', both, 'gzip'],
  ['*', both, 'br'],
  ['*;q=0', both, undefined],
  ['identity', both, undefined],
  ['identity, br', both, 'br'],
  ['identity;q=1, br;q=0.5', both, undefined],
  ['identity;q=0.2, gzip;q=0.3', both, 'gzip'],
  ['identity;q=0', both, undefined],
  ['identity;q=0, *', both, 'br'],
  ['GZIP;Q=0.8', both, 'gzip'],
  ['x-gzip', both, 'gzip'],
  [' br ; q = 0.7 , gzip ; q=0.1', both, 'br'],
  ['br;q=2, gzip', both, 'gzip'],
  ['br;q=x, gzip;q=', both, undefined],
  ['brotli', both, undefined],
  [',,;q=1,', both, undefined],
])('of "%s" and files in %j it takes %s', (header, codings, expected) => {
  expect(chooseCoding(header, new Set(codings))).toBe(expected);
});
