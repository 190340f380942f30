import type { Session } from '../session.js';
import { describeInvocation, quoteWord } from '../shell-words.js';
import { demoBotId } from './demo-bot.js';

/** Calls that work anywhere, best first. */
const samples: readonly { readonly tool: string; readonly arguments: object }[] = [
  { tool: 'course_search', arguments: { query: 'statistik' } },
  { tool: 'read_web_page', arguments: { url: 'https://example.com/' } },
];

/** Where a server listens, where its page is opened, and the token that reaches it while the process lives. */
export interface Reach {
  readonly url: string;
  /** The address that a proxy before it has, or that it listens at. */
  readonly pageUrl: string;
  readonly accessToken: string;
}

/** What to try next: first the page, then lines that work as printed, in another terminal in the same folder. */
export async function listNextSteps(
  { host, configuration }: Session,
  { url, pageUrl, accessToken }: Reach,
): Promise<readonly string[]> {
  const loadout = (...words: readonly string[]): string =>
    [
      describeInvocation({ argv: process.argv, env: process.env, cwd: process.cwd() }),
      ...words.map(quoteWord),
      ...flags,
    ].join(' ');
  // Flags and variables of this process are not those of another terminal.
  const flags = configuration.overrides.flatMap(([flag, value]) => [flag, quoteWord(value)]);
  // Behind the # it reaches no log of a proxy, and no other page.
  const heading = [
    '',
    'Open the page in a browser; this link signs you in:',
    // No URL is made of it: a link-local address with its zone is none to Node.
    `  ${pageUrl.replace(/\/$/, '')}/sign-in#${accessToken}`,
    '',
    'Or try, in another terminal in this folder:',
  ];
  const bots = await host.bots.list();
  const bot = (bots.find(({ id }) => id === demoBotId) ?? bots[0])?.id;
  if (bot === undefined) return [...heading, `  ${loadout('bots', 'add', 'my-bot')}`, ...ending];
  const offered = new Set((await host.show(bot)).offered.map(({ name }) => name));
  const sample = samples.find(({ tool }) => offered.has(tool));
  const api = `${url}/api/v1/bots/${bot}`;
  const token = `-H ${quoteWord(`authorization: Bearer ${accessToken}`)}`;
  const body = `-H 'content-type: application/json' -d`;
  const calls =
    sample === undefined
      ? []
      : [
          `  curl -s ${quoteWord(`${api}/calls`)} ${token} ${body} ${quoteWord(JSON.stringify(sample))}`,
          `  ${loadout('call', bot, sample.tool, JSON.stringify(sample.arguments))}`,
        ];
  return [
    ...heading,
    `  curl -s ${quoteWord(`${api}/loadout`)} ${token}`,
    ...calls,
    `  ${loadout('tools')}`,
    `  ${loadout('show', bot)}`,
    ...ending,
  ];
}

const ending = [
  '',
  'The token in these lines has the role admin, and ends with the server. Others: loadout token create.',
  'A browser that signed in with it stays so for 12 hours, also when the server is started again.',
  'Ctrl-C ends the server.',
];
