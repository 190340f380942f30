import { Button, EmptyState, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconRobotOff, IconSearch } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useObservable } from '../../api/observable.js';
import { useCan } from '../../api/session.js';
import { ButtonLink } from '../../parts/links.js';
import { partTexts } from '../../parts/texts.js';
import { useTypedWords } from '../../parts/use-typed-words.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatNumber } from '../../texts/format.js';
import { ConflictDialog } from '../bot/changes/conflict-dialog.js';
import { openConflicts } from '../bot/changes/conflicts.js';
import { useSpoken } from '../loadout/use-spoken.js';
import { BotList } from './bot-list.js';
import { type BotOfTool, matchBots, type ShownBots } from './bot-rows.js';
import { ManyBotsBar, ManyBotsDialog, ManyBotsResult } from './many-bots.js';
import { toolTexts } from './texts.js';
import type { ToolDescription } from './tool-types.js';
import { useKeptFocus } from './use-kept-focus.js';
import { useManyBots } from './use-many-bots.js';

const route = getRouteApi('/tools/$tool/bots');

/** The bots with what they are filtered by, and what is done with many of them. */
export function ToolBots({
  description: { name, tool },
  rows,
}: {
  readonly description: ToolDescription;
  readonly rows: readonly BotOfTool[];
}): React.ReactElement {
  const texts = useTexts(toolTexts);
  const { clearFilters } = useTexts(partTexts);
  const canWrite = useCan('operator');
  const { q = '', show = 'all' } = route.useSearch();
  const navigate = route.useNavigate();
  const setShow = (next: ShownBots): void =>
    void navigate({ search: (before) => ({ ...before, show: next === 'all' ? undefined : next }), replace: true });
  const [words, setWords] = useTypedWords(
    q,
    (typed) => void navigate({ search: (before) => ({ ...before, q: typed }), replace: true }),
  );
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const clear = (): void => setSelected(new Set());
  const named = useMemo(() => ({ name, label: tool?.label ?? name }), [name, tool?.label]);
  const changesData = tool?.policy.readOnly === false;
  const many = useManyBots(named, { changesData, onDone: clear });
  const conflict = useObservable(openConflicts);
  const shown = useMemo(() => matchBots(rows, { words, show }), [rows, words, show]);
  const keepFocus = useKeptFocus(useMemo(() => shown.map(({ id }) => id), [shown]));
  const on = rows.filter(({ isOn }) => isOn).length;
  const spoken = useSpoken(texts.found(shown.length));
  const chosen = rows.filter(({ id }) => selected.has(id));

  if (rows.length === 0) {
    return (
      <EmptyState icon={<IconRobotOff aria-hidden />} title={tool === null ? texts.noBots : texts.noBotsAtAll}>
        {tool !== null && (
          <ButtonLink to="/" variant="default">
            {texts.addBot}
          </ButtonLink>
        )}
      </EmptyState>
    );
  }
  return (
    <>
      {many.result && <ManyBotsResult result={many.result} onUndo={many.undo} onDismiss={many.dismiss} />}
      <Group gap="xs" mb="xs">
        <TextInput
          type="search"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          placeholder={texts.searchBots}
          aria-label={texts.searchBots}
          aria-keyshortcuts="/"
          data-search
          leftSection={<IconSearch size={16} aria-hidden />}
          maxLength={200}
          flex="1 1 180px"
          maw={480}
        />
        {tool !== null && (
          <NativeSelect
            aria-label={texts.show}
            value={show}
            onChange={(event) => setShow(event.currentTarget.value as ShownBots)} // one of the three below
            data={[
              { value: 'all', label: texts.showAll(formatNumber(rows.length)) },
              { value: 'on', label: texts.showOn(formatNumber(on)) },
              { value: 'off', label: texts.showOff(formatNumber(rows.length - on)) },
            ]}
          />
        )}
      </Group>
      {canWrite && shown.length > 1 && (
        <Button
          size="compact-sm"
          variant="subtle"
          mb="xs"
          onClick={() => setSelected(new Set(shown.map(({ id }) => id)))}
        >
          {texts.selectAll(shown.length)}
        </Button>
      )}
      {shown.length === 0 ? (
        <EmptyState title={texts.noMatch}>
          <Button
            variant="default"
            onClick={() => {
              setShow('all');
              setWords('');
            }}
          >
            {clearFilters}
          </Button>
        </EmptyState>
      ) : (
        <div {...keepFocus}>
          <BotList
            bots={shown}
            tool={named}
            owner={tool?.owner}
            selected={selected}
            onSelect={
              canWrite
                ? (bot, isSelected) => {
                    const next = new Set(selected);
                    if (isSelected) next.add(bot);
                    else next.delete(bot);
                    setSelected(next);
                  }
                : undefined
            }
          />
        </div>
      )}
      {canWrite && <ManyBotsBar many={many} chosen={chosen} isAbsent={tool === null} onClear={clear} />}
      <ManyBotsDialog many={many} tool={named} changesData={changesData} />
      {conflict !== undefined && (
        <ConflictDialog bot={conflict.bot} botName={rows.find(({ id }) => id === conflict.bot)?.name ?? conflict.bot} />
      )}
      <Text className="visually-hidden" role="status">
        {spoken}
      </Text>
    </>
  );
}
