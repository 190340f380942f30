/** The same call from elsewhere. The token is never in it. */
import { bodyOf } from './call-body.js';
import type { CallRequest } from './call-run.js';

/** A line for a shell. */
export function toCurl(request: CallRequest, origin: string): string {
  const { bot } = request;
  const body = JSON.stringify(bodyOf(request));
  return [
    `curl -s ${quote(`${origin}/api/v1/bots/${encodeURIComponent(bot)}/calls`)} \\`,
    `  -H "authorization: Bearer $LOADOUT_TOKEN" \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d ${quote(body)}`,
  ].join('\n');
}

/** The command on the host's own machine, which needs no token. */
export function toCommand({ bot, tool, arguments: given, component, confidence }: CallRequest): string {
  const json = given === undefined ? [] : [quote(JSON.stringify(given))];
  const flags = [
    ...(component === undefined ? [] : ['--component', quoteWord(component)]),
    ...(confidence === undefined ? [] : ['--confidence', confidence]),
  ];
  return ['loadout call', quoteWord(bot), quoteWord(tool), ...json, ...flags].join(' ');
}

/** With the typed client. */
export function toTypeScript(request: CallRequest, origin: string): string {
  const { bot } = request;
  const json = JSON.stringify(bodyOf(request), null, 2).replaceAll('\n', '\n  ');
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
