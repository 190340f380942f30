import { expect, test } from 'vitest';
import { describeFailure } from '../../src/chat/describe-failure.js';

test('a failure says what the client stands on, and what to do', () => {
  const refused = new Error('Connection error.', { cause: Object.assign(new Error('connect ECONNREFUSED'), {}) });
  expect(describeFailure(refused, undefined)).toBe(
    "The model's service failed: Connection error: connect ECONNREFUSED. See whether --base-url is right and the service runs.",
  );
  expect(describeFailure(Object.assign(new Error('401 no'), { status: 401 }), undefined)).toContain(
    '"loadout secrets set model-endpoint"',
  );
  expect(describeFailure(Object.assign(new Error('404 no such model'), { status: 404 }), undefined)).toContain(
    '--model',
  );
  expect(describeFailure(undefined, undefined)).toContain('it said nothing of why');
});

test('a service that repeats the key does not have it shown', () => {
  const error = Object.assign(new Error('401 wrong key sk-very-secret'), { status: 401 });
  expect(describeFailure(error, 'sk-very-secret')).not.toContain('sk-very-secret');
});
