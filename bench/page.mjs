// How soon the loadout of a bot can be used with 2,000 tools, in a real browser on a real host. Times on a clock: what else
// runs on the machine counts too.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHost } from '@loadout/core';
import { createCompanion, createDefinitions } from './definitions.mjs';
import { figure, median } from './measure.mjs';

// By path: the bench must not depend on what only one of its parts needs.
const { startServer } = await import('../packages/server/dist/index.js');
const { openSqliteStore } = await import('../packages/storage/dist/index.js');
const { chromium } = createRequire(new URL('../packages/server/package.json', import.meta.url))('playwright-core');

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const TOOLS = 2_000;
const ROUNDS = 9;
const token = 'the-token-of-the-bench-for-the-page';

export async function benchPage() {
  if (!existsSync(executablePath)) {
    console.log(`  skipped: no browser at ${executablePath}; the variable CHROMIUM may name one`);
    return [];
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'loadout-bench-page-'));
  const store = await openSqliteStore({ file: path.join(folder, 'loadout.db') });
  const host = await createHost({
    store,
    companions: [createCompanion(createDefinitions(TOOLS))],
    logger: () => {},
  });
  await host.bots.add({ id: 'support', displayName: 'Support' });
  await host.catalogue();
  const server = await startServer(
    { host, listen: { host: '127.0.0.1', port: 0 }, accessToken: token, version: '0', limits: { drainMs: 100 } },
    process.env.LOADOUT_PAGE === undefined ? {} : { pageFolder: process.env.LOADOUT_PAGE },
  );
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  try {
    return await measure(browser, server.url);
  } finally {
    await browser.close();
    await server.close();
    await host.close();
    await store.close?.();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' });
  const page = await context.newPage();
  await page.goto(`${url}/sign-in#${token}`);
  await page.waitForURL(`${url}/`);
  // Since the navigation began, as the document counts.
  await context.addInitScript(() => {
    const look = () => {
      if (document.querySelector('[role=grid] [role=switch]:not(:disabled)')) globalThis.usableMs = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const usable = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    await page.goto(`${url}/bots/support/loadout`);
    await page.waitForFunction(() => globalThis.usableMs !== undefined);
    // The first one fills the browser's cache.
    if (round >= 0) usable.push(await page.evaluate(() => globalThis.usableMs));
  }
  await page.waitForLoadState('networkidle');
  const shown = [];
  const answered = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const times = await page.evaluate(switchOne);
    if (round >= 0) shown.push(times.shownMs);
    if (round >= 0) answered.push(times.answeredMs);
  }
  const rows = await page.getByRole('grid').getByRole('row').count();
  const about = `${TOOLS} tools`;
  return [
    figure(`loadout, ${about}, first switch usable`, median(usable), 'ms', 1_000),
    figure(`loadout, ${about}, first switch usable, slowest`, Math.max(...usable), 'ms'),
    figure(`loadout, ${about}, click to the frame that shows it`, median(shown), 'ms', 100),
    figure(`loadout, ${about}, click to the host's answer`, median(answered), 'ms', 100),
    figure(`loadout, ${about}, rows in the document`, rows, '', 60),
  ];
}

/** In the page: clicks the first switch that is off; when it is shown as on, and when the host has said so. */
async function switchOne() {
  const found = [...document.querySelectorAll('[role=grid] [role=switch]:not(:disabled)')].find((one) => !one.checked);
  const name = found.getAttribute('aria-label');
  const one = () =>
    [...document.querySelectorAll('[role=grid] [role=switch]')].find(
      (each) => each.getAttribute('aria-label') === name,
    );
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const start = performance.now();
  const answer = new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const entry = list.getEntries().find(({ name: address }) => /\/loadout$/.test(address));
      if (entry === undefined) return;
      observer.disconnect();
      resolve(entry.responseEnd - start);
    });
    observer.observe({ type: 'resource' });
  });
  found.click();
  do await frame();
  while (!(one() ?? found).checked);
  // The frame after it was painted.
  await frame();
  const shownMs = performance.now() - start;
  const answeredMs = await answer;
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { shownMs, answeredMs };
}
