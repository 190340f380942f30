import { expect, test } from 'vitest';
import { toWebAddress } from '../../../page/src/parts/external-link.js';
import { countBytes, toDataAddress } from '../../../page/src/parts/result/media.js';

test('images and sounds of known kinds are shown, nothing else is', () => {
  expect(toDataAddress('image', 'iVBORw0=', 'image/png')).toBe('data:image/png;base64,iVBORw0=');
  expect(toDataAddress('image', 'iVBORw0=', 'IMAGE/PNG; charset=x')).toBe('data:image/png;base64,iVBORw0=');
  expect(toDataAddress('audio', 'AAAA', 'audio/mpeg')).toBe('data:audio/mpeg;base64,AAAA');
  // A picture that could hold a program is none.
  expect(toDataAddress('image', 'PHN2Zz4=', 'image/svg+xml')).toBeUndefined();
  expect(toDataAddress('image', 'AAAA', 'text/html')).toBeUndefined();
  expect(toDataAddress('image', 'AAAA', 'audio/mpeg')).toBeUndefined();
  expect(toDataAddress('image', '"><script>', 'image/png')).toBeUndefined();
  expect(toDataAddress('image', 'A'.repeat(12_000_001), 'image/png')).toBeUndefined();
  expect(countBytes('AAAA')).toBe(3);
});

test('an address of the web is a link; any other stays text', () => {
  expect(toWebAddress('https://example.org/x')?.host).toBe('example.org');
  for (const address of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '/approvals',
    '',
    'file:///etc',
  ]) {
    expect(toWebAddress(address)).toBeUndefined();
  }
});
