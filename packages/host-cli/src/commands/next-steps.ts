import type { Session } from '../session.js';
import { describeInvocation, quoteWord } from '../shell-words.js';
import { demoBotId } from './demo-bot.js';

/** Calls that work anywhere, best first. */
const samples: readonly { readonly tool: string; readonly arguments: object }[] = [
  { tool: 'course_search', arguments: { query: 'statistik' } },
  { tool: 'read_web_page', arguments: { url: 'https://example.com/' } },
];

/** What to try next: each line works as printed, in another terminal in the same folder. */
export async function listNextSteps({ host, configuration }: Session, url: string): Promise<readonly string[]> {
  const loadout = (...words: readonly string[]): string =>
    [
      describeInvocation({ argv: process.argv, env: process.env, cwd: process.cwd() }),
      ...words.map(quoteWord),
      ...flags,
    ].join(' ');
  // Flags and variables of this process are not those of another terminal.
  const flags = configuration.overrides.flatMap(([flag, value]) => [flag, quoteWord(value)]);
  const bots = await host.bots.list();
  const bot = (bots.find(({ id }) => id === demoBotId) ?? bots[0])?.id;
  if (bot === undefined) return [...heading, `  ${loadout('bots', 'add', 'my-bot')}`, ...ending];
  const offered = new Set((await host.show(bot)).offered.map(({ name }) => name));
  const sample = samples.find(({ tool }) => offered.has(tool));
  const calls =
    sample === undefined
      ? []
      : [
          `  curl -s ${quoteWord(`${url}/bots/${bot}/calls`)} -H 'content-type: application/json' -d ${quoteWord(JSON.stringify(sample))}`,
          `  ${loadout('call', bot, sample.tool, JSON.stringify(sample.arguments))}`,
        ];
  return [
    ...heading,
    `  curl -s ${quoteWord(`${url}/bots/${bot}`)}`,
    ...calls,
    `  ${loadout('tools')}`,
    `  ${loadout('show', bot)}`,
    ...ending,
  ];
}

const heading = ['', 'Try next, in another terminal in this folder:'];
const ending = ['', 'Ctrl-C ends the server.'];
