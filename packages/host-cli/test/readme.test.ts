import { expect, test, vi } from 'vitest';
import { embedHost } from './examples/readme.examples.js';

test('the embedding of the README finds courses', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  try {
    expect(await embedHost()).toMatch(/statisti[ck]/i);
    expect(log.mock.calls[0]?.[0]).toContain('"name":"course_search"');
  } finally {
    log.mockRestore();
  }
});
