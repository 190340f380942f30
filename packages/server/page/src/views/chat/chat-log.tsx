import { Stack, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Observable } from '../../api/observable.js';
import { ForeignPart } from '../../parts/foreign-part.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import type { Chat } from './chat-entries.js';
import { EntryView } from './entry-view.js';
import { chatTexts, type Texts } from './texts.js';

/** So far from the end somebody still follows it. */
const nearPx = 240;

/** What was said and done, in order. Pieces of an answer are not read out one by one; its end is. */
export function ChatLog({
  book,
  chat,
  name,
}: {
  readonly book: Observable<Chat>;
  readonly chat: Chat;
  /** Of the bot. */
  readonly name: string;
}): React.ReactElement {
  const texts = useTexts(chatTexts);
  const end = useRef<HTMLDivElement>(null);
  const { entries, state } = chat;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is new may have made it longer
  useEffect(() => {
    const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
    if (scrollHeight - scrollTop - clientHeight < nearPx) end.current?.scrollIntoView({ block: 'nearest' });
  }, [entries, state]);
  return (
    <>
      <Stack
        component="ol"
        p={0}
        m={0}
        gap="sm"
        aria-label={texts.log}
        aria-busy={state === 'running'}
        style={{ listStyle: 'none' }}
      >
        {entries.map((entry) => (
          <li key={entry.id}>
            <ForeignPart value={'text' in entry ? entry.text : entry}>
              <EntryView entry={entry} chat={chat} book={book} name={name} />
            </ForeignPart>
          </li>
        ))}
      </Stack>
      <VisuallyHidden role="status">{describeState(chat, texts)}</VisuallyHidden>
      <div ref={end} />
    </>
  );
}

/** What waits, and what ended without an answer, says so itself. */
function describeState({ state, entries }: Chat, texts: Translated<Texts>): string {
  if (state === 'running') return texts.running;
  const isAnswered = state === 'idle' && ['text', 'sources'].includes(entries.at(-1)?.kind ?? '');
  return isAnswered ? texts.ended : '';
}
