/** The same call from elsewhere. The token is never in it. */
import type { CallRequest } from './call-run.js';

/** A line for a shell. */
export function toCurl({ bot, tool, arguments: given }: CallRequest, origin: string): string {
  const body = JSON.stringify({ tool, ...(given === undefined ? {} : { arguments: given }) });
  return [
    `curl -s ${quote(`${origin}/api/v1/bots/${encodeURIComponent(bot)}/calls`)} \\`,
    `  -H "authorization: Bearer $LOADOUT_TOKEN" \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d ${quote(body)}`,
  ].join('\n');
}

/** The command on the host's own machine, which needs no token. */
export function toCommand({ bot, tool, arguments: given }: CallRequest): string {
  const json = given === undefined ? [] : [quote(JSON.stringify(given))];
  return ['loadout call', quoteWord(bot), quoteWord(tool), ...json].join(' ');
}

/** With the typed client. */
export function toTypeScript({ bot, tool, arguments: given }: CallRequest, origin: string): string {
  const body = given === undefined ? { tool } : { tool, arguments: given };
  const json = JSON.stringify(body, null, 2).replaceAll('\n', '\n  ');
  return [
    `import { createClient } from '@loadout/server/client';`,
    '',
    `const client = createClient({ baseUrl: ${JSON.stringify(origin)}, token: process.env.LOADOUT_TOKEN ?? '' });`,
    `const { data, error } = await client.POST('/api/v1/bots/{bot}/calls', {`,
    `  params: { path: { bot: ${JSON.stringify(bot)} } },`,
    `  body: ${json},`,
    '});',
  ].join('\n');
}

function quoteWord(text: string): string {
  return /^[\w./@-]+$/.test(text) && !text.startsWith('-') ? text : quote(text);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
