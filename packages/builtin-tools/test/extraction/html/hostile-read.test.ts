import { expect, test } from 'vitest';
// Reaches inside: a worker's deadline would hide how long a page takes.
import { readHtml } from '../../../src/extraction/html/read-html.js';
import { hostilePages, seen } from './hostile-pages.js';

// More than twenty times what the slowest of these pages takes.
const longestCpuMs = 20_000;

for (const [name, make] of Object.entries(hostilePages)) {
  test(`a hostile page is read, and what people see of it is in the text: ${name}`, { timeout: 60_000 }, () => {
    const source = make();
    const startedAt = process.cpuUsage();
    const { markdown } = readHtml(source, 'https://site.example/a/b');
    const { user, system } = process.cpuUsage(startedAt);
    expect(markdown).toContain(seen);
    expect((user + system) / 1_000).toBeLessThan(longestCpuMs);
  });
}
