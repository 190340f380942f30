import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.js';
import { useObservable } from '../../api/observable.js';
import { useMe } from '../../api/session.js';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { partTexts } from '../../parts/texts.js';
import { Time, TimesInList } from '../../parts/time.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import { auditTexts } from '../audit/texts.js';
import { describeDone } from './changes/describe-done.js';
import { changeTexts } from './changes/texts.js';
import { undoBook } from './changes/undo-book.js';
import { useLoadoutChanges } from './changes/use-loadout-changes.js';
import { type AuditEntry, type ChangeGroup, groupEntries } from './group-entries.js';
import { canTakeBack, takeBackLines } from './take-back-lines.js';
import { botTexts, type Texts } from './texts.js';

/** So many lines are read. */
const mostLines = 200;

const recentQuery = (bot: string) =>
  queryOptions({
    queryKey: ['audit', 'recent', bot],
    queryFn: async ({ signal }) =>
      (await read(api.GET('/api/v1/audit', { params: { query: { bot, limit: mostLines } }, signal }))).entries,
  });

/** What was changed of a bot, by whom, newest first; what was changed of its loadout can be taken back. */
export function RecentChanges({
  bot,
  botName,
  canWrite,
  onClose,
}: {
  readonly bot: string;
  readonly botName: string;
  readonly canWrite: boolean;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(botTexts);
  const { close } = useTexts(partTexts);
  const { token } = useMe();
  const book = useObservable(undoBook);
  const query = useQuery(recentQuery(bot));
  const own = book.filter((entry) => entry.bot === bot);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={480}
      title={texts.recentChanges}
      closeButtonProps={{ 'aria-label': close }}
    >
      <QueryPanel query={query} unread={texts.recentUnread}>
        {(entries) =>
          entries.length === 0 ? (
            <Text size="sm">{texts.noChanges}</Text>
          ) : (
            <Stack gap="md">
              <TimesInList value={true}>
                <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
                  {groupEntries(entries, own, token).map((group, index, { length }) => (
                    <li key={group.id}>
                      <Change
                        group={group}
                        isPartial={index === length - 1 && entries.length === mostLines}
                        isOwn={group.actor.token === token}
                        {...{ bot, botName, canWrite }}
                      />
                    </li>
                  ))}
                </Stack>
              </TimesInList>
              <TextLink to="/audit" search={{ bot }}>
                {texts.allChanges}
              </TextLink>
            </Stack>
          )
        }
      </QueryPanel>
    </Drawer>
  );
}

function Change({
  group,
  isPartial,
  isOwn,
  bot,
  botName,
  canWrite,
}: {
  readonly group: ChangeGroup;
  /** It has more lines than were read. */
  readonly isPartial: boolean;
  readonly isOwn: boolean;
  readonly bot: string;
  readonly botName: string;
  readonly canWrite: boolean;
}): React.ReactElement {
  const texts = useTexts(botTexts);
  const words = useTexts(changeTexts);
  const actions = useTexts(auditTexts);
  const { undo } = useLoadoutChanges(bot, botName);
  const { done } = group;
  const what =
    done === undefined
      ? describeGroup(group, isPartial ? texts.atLeastTools : texts.manyTools, texts, actions)
      : describeDone(words, done, botName);
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
      <div>
        <Text size="sm">
          <Foreign text={what} />
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {isOwn ? texts.you : <Foreign text={group.actor.name} />} · <Time at={group.at} />
        </Text>
      </div>
      {canWrite && done === undefined && (
        <TakeBack
          group={group}
          bot={bot}
          label={texts.undoFor(toPlain(what))}
          onTakeBack={() => undo(() => takeBackLines(bot, group))}
        />
      )}
      {canWrite && done !== undefined && done.undo.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          disabled={done.isUndone}
          aria-label={done.isUndone ? texts.undone : texts.undoFor(what)}
          onClick={() => void undo(done)}
        >
          {done.isUndone ? texts.undone : texts.undo}
        </Button>
      )}
    </Group>
  );
}

/** The way back of what this tab does not know, or that there is none here. */
function TakeBack({
  group: { entries },
  bot,
  label,
  onTakeBack,
}: {
  readonly group: ChangeGroup;
  readonly bot: string;
  readonly label: string;
  readonly onTakeBack: () => Promise<void>;
}): React.ReactElement {
  const texts = useTexts(botTexts);
  const [isBusy, setBusy] = useState(false);
  const [first] = entries;
  if (entries.some(canTakeBack)) {
    return (
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        loading={isBusy}
        aria-label={label}
        onClick={() => {
          setBusy(true);
          void onTakeBack().finally(() => setBusy(false));
        }}
      >
        {texts.undo}
      </Button>
    );
  }
  if (first?.action === 'bot-renamed') {
    return (
      <TextLink to="/bots/$bot/about" params={{ bot }} size="sm" flex="none">
        {texts.toAbout}
      </TextLink>
    );
  }
  if (first !== undefined && first.tool !== null && /^(setting|secret)-/.test(first.action)) {
    return (
      <TextLink to="/tools/$tool/settings" params={{ tool: first.tool }} search={{ as: bot }} size="sm" flex="none">
        {texts.toSettings}
      </TextLink>
    );
  }
  return (
    <Text size="xs" c="dimmed" flex="none">
      {texts.noWayBack}
    </Text>
  );
}

function describeGroup(
  { entries }: ChangeGroup,
  countTools: (count: number) => string,
  texts: Translated<Texts>,
  actions: Readonly<Record<AuditEntry['action'], string>>,
): string {
  const [first] = entries;
  if (first === undefined) return '';
  // Tools give way to one that was moved; what was switched says more.
  const main = entries.find(({ action }) => action !== 'assignment-changed') ?? first;
  const alike = entries.filter(({ action }) => action === main.action);
  const what = alike.length === 1 ? toPlain(main.tool ?? '') : countTools(alike.length);
  switch (main.action) {
    case 'tool-assigned':
      return texts.assigned(what);
    case 'tool-unassigned':
      return texts.unassigned(what);
    case 'assignment-changed':
      return texts.changed(what);
    case 'owner-accepted':
      return texts.accepted(what);
    case 'bot-added':
      return texts.botAdded;
    case 'bot-renamed':
      return texts.botRenamed;
    case 'setting-set':
    case 'setting-unset':
    case 'secret-set':
    case 'secret-unset':
      return texts.setting(what);
    default:
      return actions[main.action];
  }
}
