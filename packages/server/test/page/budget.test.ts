import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { startPageHost } from './builders/start-page-host.js';

const folder = process.env.LOADOUT_PAGE ?? fileURLToPath(new URL('../../dist/page', import.meta.url));
const chunks = readdirSync(path.join(folder, 'assets')).filter((file) => file.endsWith('.js'));
const read = (file: string): string => readFileSync(path.join(folder, 'assets', file), 'utf8');

describePage('the weight of the page', () => {
  test('all script that the loadout of a bot loads is at most 222 kB with gzip', async () => {
    const host = await startPageHost();
    const { page } = await openPage(host);
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') loaded.push(path.basename(new URL(request.url()).pathname));
    });

    await page.goto(`${host.url}/bots/support/loadout`);
    await page.getByRole('switch').first().waitFor();
    await page.waitForLoadState('networkidle');
    const bytes = new Set(loaded);
    expect(bytes.size).toBeGreaterThan(1);
    const total = [...bytes].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).byteLength, 0);
    if (process.env.SHOTS)
      console.log(
        total,
        [...bytes].map((file) => [file, gzipSync(read(file), { level: 9 }).byteLength]),
      );
    expect(total).toBeLessThanOrEqual(222_000);
    // Forms, Markdown, the palette and the second language come when somebody needs them.
    const code = [...bytes].map(read).join('\n');
    expect(code).not.toContain('Rückgängig');
    expect(code).not.toMatch(/rjsf|remark|mdast/);
  });

  test('no chunk makes code of text', () => {
    expect(chunks.length).toBeGreaterThan(10);
    for (const file of chunks) expect(read(file), file).not.toMatch(/new Function\(|[^.\w]eval\(/);
  });
});
