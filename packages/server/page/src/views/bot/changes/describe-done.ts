import { toPlain } from '../../../parts/foreign.js';
import type { Translated } from '../../../texts/define-texts.js';
import type { Texts } from './texts.js';
import type { DoneEntry, DoneKind } from './undo-book.js';

/** What was done, as a sentence. `bot`: its display name. */
export function describeDone(
  texts: Translated<Texts>,
  entry: Pick<DoneEntry, 'kind' | 'of' | 'tools'>,
  bot: string,
): string {
  if (entry.kind === 'undone') return texts.undone(describe(texts, entry.of ?? 'moved', entry, bot));
  return describe(texts, entry.kind, entry, bot);
}

function describe(
  texts: Translated<Texts>,
  kind: DoneKind,
  { tools }: Pick<DoneEntry, 'tools'>,
  foreignBot: string,
): string {
  const bot = toPlain(foreignBot);
  const [first] = tools;
  const tool = toPlain(first?.label ?? '');
  const isOne = tools.length === 1;
  const count = tools.length;
  switch (kind) {
    case 'on':
      return isOne ? texts.onOne(tool, bot) : texts.onMany(count, bot);
    case 'off':
      return isOne ? texts.offOne(tool, bot) : texts.offMany(count, bot);
    case 'removed':
      return isOne ? texts.removedOne(tool, bot) : texts.removedMany(count, bot);
    case 'moved':
      return isOne ? texts.movedOne(tool) : texts.movedMany(count);
    case 'overridden':
      return texts.overriddenOne(tool, bot);
    case 'cleared':
      return isOne ? texts.clearedOne(tool, bot) : texts.clearedMany(count, bot);
    case 'accepted':
      return isOne ? texts.acceptedOne(tool, bot) : texts.acceptedMany(count, bot);
    case 'copied':
      return texts.copied(count, bot);
    case 'changed':
      return isOne ? texts.changedOne(tool, bot) : texts.changedMany(count, bot);
    case 'undone':
      return texts.undone('');
  }
}
