import { createHost } from '@loadout/core';
import { expect, test } from 'vitest';
import { describeFailure } from '../../src/chat/describe-failure.js';

const host = await createHost();
const describe = (error: unknown): string => describeFailure(error, host);

test('a failure says what the client stands on, and what to do', () => {
  const refused = new Error('Connection error.', { cause: Object.assign(new Error('connect ECONNREFUSED'), {}) });
  expect(describe(refused)).toBe(
    "The model's service failed: Connection error: connect ECONNREFUSED. See whether --base-url is right and the service runs.",
  );
  expect(describe(Object.assign(new Error('401 no'), { status: 401 }))).toContain(
    '"loadout secrets set model-endpoint"',
  );
  expect(describe(Object.assign(new Error('404 no such model'), { status: 404 }))).toContain('--model');
  expect(describe(undefined)).toContain('it said nothing of why');
});

test('a redirect is told as what it is', () => {
  expect(describe(Object.assign(new Error('307 status code (no body)'), { status: 307 }))).toContain('not followed');
});

test('9.5 a failure is told without the secrets of the host, however a service spells them', async () => {
  const own = await createHost();
  const key = 'sk-live/canary+42';
  own.secrets.remember(key);
  const spellings = [
    key,
    encodeURIComponent(key),
    Buffer.from(`Bearer ${key}`).toString('base64'),
    Buffer.from(key).toString('hex'),
  ];
  for (const spelling of spellings) {
    const error = new Error('Connection error.', { cause: new Error(`bad key ${spelling}`) });
    const told = describeFailure(error, own);
    expect(told).toContain('bad key ');
    expect(told).toContain('[secret]');
    expect(told).not.toContain(spelling.slice(4, -4));
  }
  for (let before = 450; before < 500; before += 1) {
    expect(describeFailure(new Error(`${'.'.repeat(before)}${key}`), own)).not.toContain('sk-');
  }
  // Blanks are taken together, so that what stands behind thousands of them is shown.
  for (let before = 9_970; before < 10_005; before += 1) {
    expect(describeFailure(new Error(`${' '.repeat(before)}${key}`), own)).not.toContain('sk-');
  }
  await own.close();
});
