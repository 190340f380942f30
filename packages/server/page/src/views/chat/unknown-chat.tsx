import { Alert } from '@mantine/core';
import { useEffect } from 'react';
import type { Observable } from '../../api/observable.js';
import { useTexts } from '../../texts/define-texts.js';
import { type Approval, addEntry, type Chat } from './chat-entries.js';
import { chatTexts } from './texts.js';

/** A conversation that this tab does not have. Where its turn waits it is taken up here. */
export function UnknownChat({
  book,
  kept,
}: {
  readonly book: Observable<Chat>;
  readonly kept: readonly Approval[];
}): React.ReactElement {
  const texts = useTexts(chatTexts);
  const turn = kept[0]?.turnId;
  useEffect(() => {
    if (turn === undefined || book.get().state !== 'unknown') return;
    const waiting: Chat = { ...book.get(), state: 'waiting', suspension: turn };
    const begun = addEntry(waiting, { kind: 'note', message: texts.unknownWaits });
    const asked = kept.filter(({ turnId }) => turnId === turn);
    book.set(asked.reduce((chat, approval) => addEntry(chat, { kind: 'approval', approval }), begun));
  }, [turn, kept, book, texts]);
  return <Alert color="gray">{texts.unknown}</Alert>;
}
