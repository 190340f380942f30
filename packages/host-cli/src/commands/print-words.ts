import type { Session } from '../session.js';
import type { Completion } from './find-completion.js';

/** Prints what the unfinished word may be, a line each. */
export async function printWords({ host, out }: Session, wanted: Completion): Promise<number> {
  const words = new Set(await listWords(host, wanted));
  for (const word of words) {
    // What would need quotes or another line is left for people to type.
    if (word.startsWith(wanted.prefix) && /^[^\s'"\\$`\p{C}]+$/u.test(word)) out.print(word);
  }
  return 0;
}

async function listWords(host: Session['host'], wanted: Completion): Promise<readonly string[]> {
  switch (wanted.kind) {
    case 'words':
      return wanted.words;
    case 'bot':
      return (await host.bots.list()).map(({ id }) => id);
    case 'tool':
      return (await host.catalogue()).tools.map(({ name }) => name);
    case 'token':
      return (await host.tokens.list()).filter(({ revokedAt }) => revokedAt === null).map(({ id }) => id);
    case 'approval':
      return (await host.approvals.list()).filter(({ state }) => state === 'waiting').map(({ id }) => id);
    case 'lasting':
      return (await host.approvals.lasting()).map(({ id }) => id);
    case 'companion':
      return (await host.catalogue()).companions.map(({ id }) => id);
    case 'owner':
      return (await host.catalogue()).tools.map(({ owner }) => owner);
    default:
      return wanted satisfies never;
  }
}
