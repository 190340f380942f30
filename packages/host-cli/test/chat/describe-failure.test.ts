import { expect, test } from 'vitest';
import { describeFailure } from '../../src/chat/describe-failure.js';

test('a failure says what the client stands on, and what to do', () => {
  const refused = new Error('Connection error.', { cause: Object.assign(new Error('connect ECONNREFUSED'), {}) });
  expect(describeFailure(refused)).toBe(
    "The model's service failed: Connection error: connect ECONNREFUSED. See whether --base-url is right and the service runs.",
  );
  expect(describeFailure(Object.assign(new Error('401 no'), { status: 401 }))).toContain(
    '"loadout secrets set model-endpoint"',
  );
  expect(describeFailure(Object.assign(new Error('404 no such model'), { status: 404 }))).toContain('--model');
  expect(describeFailure(undefined)).toContain('it said nothing of why');
});
