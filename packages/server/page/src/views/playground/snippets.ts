/** The same call from elsewhere. The token is never in it. */
import { replaceHidden } from '../../parts/split-foreign.js';
import { bodyOf } from './call-body.js';
import type { CallRequest } from './call-run.js';

/** A line for a shell. */
export function toCurl(request: CallRequest, origin: string): string {
  const { bot } = request;
  const body = writeJson(bodyOf(request));
  return [
    `curl -s ${quote(`${origin}/api/v1/bots/${encodeURIComponent(bot)}/calls`)} \\`,
    `  -H "authorization: Bearer $LOADOUT_TOKEN" \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d ${quote(body)}`,
  ].join('\n');
}

/** The command on the host's own machine, which needs no token. */
export function toCommand({ bot, tool, arguments: given, component, confidence }: CallRequest): string {
  const json = given === undefined ? [] : [quote(writeJson(given))];
  const flags = [
    ...(component === undefined ? [] : ['--component', quoteWord(component)]),
    ...(confidence === undefined ? [] : ['--confidence', confidence]),
  ];
  return ['loadout call', quoteWord(bot), quoteWord(tool), ...json, ...flags].join(' ');
}

/** With the typed client. */
export function toTypeScript(request: CallRequest, origin: string): string {
  const { bot } = request;
  // In a literal of the language this key would set the prototype.
  const json = writeJson(bodyOf(request), 2)
    .replace(/^(\s*)"__proto__":/gm, '$1["__proto__"]:')
    .replaceAll('\n', '\n  ');
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

/** Nothing in it is drawn as nothing, or turns the line that is copied. */
function writeJson(value: unknown, indent = 0): string {
  return replaceHidden(JSON.stringify(value, null, indent), (characters) =>
    Array.from({ length: characters.length }, (_, index) => escapeUnit(characters.charCodeAt(index))).join(''),
  );
}

function escapeUnit(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

function quoteWord(text: string): string {
  return /^[\w./@-]+$/.test(text) && !text.startsWith('-') ? text : quote(text);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
