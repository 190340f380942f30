/*
 * The built page in a real browser. What a user must never meet fails every test that opens it: an error on the console, a
 * violation of the content policy, an exception.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { PageHost } from './start-page-host.js';

/** Where Debian has it. */
const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** `describe` for tests that need a browser. Without one they are skipped and say why; in full proofs they fail. */
export function describePage(name: string, body: () => void): void {
  const lack = `no browser at ${chromiumPath}; the variable CHROMIUM may name one`;
  if (existsSync(chromiumPath)) describe(name, { timeout: 60_000 }, body);
  else if (process.env.LOADOUT_PROOFS === 'full') test(name, () => expect.fail(lack));
  else describe.skip(`${name} (skipped: ${lack})`, body);
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The levels that are checked: WCAG 2.0, 2.1 and 2.2, A and AA. */
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

export interface OpenOptions {
  readonly language?: 'en' | 'de';
  readonly scheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
  /** The pointer is a finger. */
  readonly hasTouch?: boolean;
  /** Where to go after signing in. Default `/`. */
  readonly path?: string;
  /** Default: that of the link. Null: nobody signs in. */
  readonly token?: string | null;
  /** Texts of console errors that the test is about. */
  readonly expectedErrors?: RegExp;
}

export interface OpenedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What no user may meet, so far. The end of the test expects none. */
  readonly problems: readonly string[];
  /** Goes to a path, and waits until its heading is there. */
  visit(path: string): Promise<void>;
  /** Expects that axe finds nothing in what is shown. */
  checkAccess(): Promise<void>;
}

let browser: Promise<Browser> | undefined;

/** One browser for a file of tests. */
function launch(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  return browser;
}

afterAll(async () => {
  await (await browser)?.close();
  browser = undefined;
});

/** Opens the page of a host, signed in by the link that the host prints. */
export async function openPage(host: Pick<PageHost, 'url' | 'link'>, options: OpenOptions = {}): Promise<OpenedPage> {
  const {
    language = 'en',
    scheme = 'light',
    viewport = desktop,
    hasTouch = false,
    path = '/',
    token,
    expectedErrors,
  } = options;
  const context = await (await launch()).newContext({
    locale: language,
    colorScheme: scheme,
    viewport,
    hasTouch,
    reducedMotion: 'reduce',
  });
  onTestFinished(() => context.close());
  const problems: string[] = [];
  const note = (text: string): void => {
    if (!expectedErrors?.test(text)) problems.push(text);
  };
  await context.exposeFunction('noteViolation', note);
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      (globalThis as unknown as { noteViolation(text: string): void }).noteViolation(
        `policy: ${violatedDirective} ${blockedURI} in ${sourceFile}`,
      ),
    );
  });
  // Of every tab of the context.
  context.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => note(`exception: ${error.error().message}`));
  const page = await context.newPage();
  onTestFinished(() => expect(problems, 'what no user may meet').toEqual([]));

  const visit = async (to: string): Promise<void> => {
    await page.goto(`${host.url}${to}`);
    await page.locator('h1').first().waitFor();
  };
  if (token !== null) {
    await page.goto(token === undefined ? host.link : `${host.url}/sign-in#${token}`);
    await page.waitForURL(`${host.url}/`);
    if (path !== '/') await visit(path);
    else await page.locator('h1').first().waitFor();
  } else await page.goto(`${host.url}${path}`);
  return { page, context, problems, visit, checkAccess: () => checkAccess(page) };
}

async function checkAccess(page: Page): Promise<void> {
  await page.evaluate(`${axeSource};0`);
  const { violations } = await page.evaluate(
    (tags) =>
      (globalThis as unknown as { axe: { run(context: object, options: object): Promise<AxeResults> } }).axe.run(
        document as never,
        { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] },
      ),
    axeTags,
  );
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(found, `axe at ${page.url()}`).toEqual([]);
}
