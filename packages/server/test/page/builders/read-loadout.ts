import type { Host } from '@loadout/core';
import type { Locator, Page } from 'playwright-core';

/** Names of the tools that a bot has, in their order. */
export async function namesOf(host: Host, bot = 'support'): Promise<readonly string[]> {
  const { assignments } = await host.show(bot);
  return [...assignments].sort((a, b) => a.position - b.position).map(({ toolName }) => toolName);
}

/** The row of a tool, by a part of its text. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

/** Puts a state of the page into a picture, where somebody wants to look at it (LOADOUT_SHOTS names a folder). */
export async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.LOADOUT_SHOTS;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}
