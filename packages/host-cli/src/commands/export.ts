import { resolve } from 'node:path';
import type { Session } from '../session.js';
import { writeFileWhole } from './write-file.js';

/** Everything that an operator chose, to standard output or into a file. */
export async function exportAll({ host, out }: Session, file: string | undefined): Promise<number> {
  const document = await host.export();
  if (file === undefined || file === '-') out.printJson(document);
  else {
    writeFileWhole(resolve(file), `${JSON.stringify(document, null, 2)}\n`);
    const { bots, settings, decisions } = document;
    out.note(`Wrote ${file}: bots ${bots.length}, settings ${settings.length}, decisions ${decisions.length}.`);
  }
  for (const sentence of document.leftOut) out.warn(sentence);
  return 0;
}
