import { type Host, isLoadoutError } from '@loadout/core';

/** The bot that the first run makes. */
export const demoBotId = 'demo';

/** Tools that it gets where they are there. */
const demoTools = ['read_web_page', 'course_search', 'course_get'];

/** Makes the bot while there is none at all. Undefined: nothing was made. */
export async function makeDemoBot(host: Host): Promise<{ bot: string; tools: readonly string[] } | undefined> {
  if ((await host.bots.list()).length > 0) return undefined;
  try {
    await host.bots.add({ id: demoBotId, displayName: 'Demo' });
  } catch (error) {
    // Another process was quicker, or somebody removed it for good.
    if (isLoadoutError(error, 'BOT_EXISTS') || isLoadoutError(error, 'BOT_ID_RETIRED')) return undefined;
    throw error;
  }
  const present = new Set((await host.catalogue()).tools.map(({ name }) => name));
  const tools = demoTools.filter((name) => present.has(name));
  if (tools.length > 0) await host.assign(demoBotId, tools);
  return { bot: demoBotId, tools };
}
