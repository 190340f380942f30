import { useState } from 'react';
import { useCan } from '../../api/session.js';
import { WindowList } from '../../parts/window-list.js';
import { useTexts } from '../../texts/define-texts.js';
import { BotDialogs, type BotTask } from './bot-dialogs.js';
import type { Bot } from './bot-queries.js';
import { BotRow } from './bot-row.js';
import { botsTexts } from './texts.js';

/** Any number of bots. Only the numbers of those in sight are read. */
export function BotList({ bots }: { readonly bots: readonly Bot[] }): React.ReactElement {
  const texts = useTexts(botsTexts);
  const isOperator = useCan('operator');
  const [task, setTask] = useState<BotTask>();
  return (
    <>
      <WindowList label={texts.listLabel} rows={bots} rowHeight={72} getKey={({ id }) => id}>
        {(bot) => <BotRow bot={bot} onTask={isOperator ? (kind) => setTask({ kind, bot }) : undefined} />}
      </WindowList>
      <BotDialogs task={task} onClose={() => setTask(undefined)} />
    </>
  );
}
