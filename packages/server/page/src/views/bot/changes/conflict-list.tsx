import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Foreign, ForeignName, toPlain } from '../../../parts/foreign.js';
import { QueryPanel, RowsSkeleton } from '../../../parts/query-panel.js';
import { partTexts } from '../../../parts/texts.js';
import { useTexts } from '../../../texts/define-texts.js';
import { assignmentsQuery } from '../../loadout/drawer/drawer-queries.js';
import { botTexts } from '../texts.js';
import { findKnownTools } from './bot-tools-query.js';
import { type Conflict, type OpenConflicts, openConflicts } from './conflicts.js';
import { describeBoth } from './describe-standing.js';
import { applyMine, type Standing } from './mine.js';
import { changeTexts } from './texts.js';
import { useLoadoutChanges } from './use-loadout-changes.js';

/** For each tool that somebody else changed meanwhile: his version, or the one that was wanted here. */
export function ConflictList({
  open,
  botName,
}: {
  readonly open: OpenConflicts;
  readonly botName: string;
}): React.ReactElement {
  const texts = useTexts(changeTexts);
  const { loadoutUnread } = useTexts(botTexts);
  const { close } = useTexts(partTexts);
  const query = useQuery(assignmentsQuery(open.bot));
  const keep = (done: readonly Conflict[]): void => {
    const left = open.conflicts.filter((conflict) => !done.includes(conflict));
    openConflicts.set(left.length === 0 ? undefined : { ...open, conflicts: left });
  };
  return (
    <Modal
      opened
      onClose={() => keep(open.conflicts)}
      title={texts.conflictTitle}
      size="lg"
      closeButtonProps={{ 'aria-label': close }}
    >
      <QueryPanel query={query} unread={loadoutUnread} skeleton={<RowsSkeleton rows={open.conflicts.length} />}>
        {(assignments) => (
          <Conflicts
            {...{ open, botName, keep }}
            now={new Map(assignments.map((assignment) => [assignment.toolName, assignment]))}
          />
        )}
      </QueryPanel>
    </Modal>
  );
}

function Conflicts({
  open,
  botName,
  now,
  keep,
}: {
  readonly open: OpenConflicts;
  readonly botName: string;
  readonly now: ReadonlyMap<string, Standing>;
  readonly keep: (done: readonly Conflict[]) => void;
}): React.ReactElement {
  const texts = useTexts(changeTexts);
  const parts = useTexts(partTexts);
  const { make } = useLoadoutChanges(open.bot, botName);
  const { conflicts, tools, kind, of } = open;
  const rows = findKnownTools(open.bot)?.rows ?? [];
  const apply = (wanted: readonly Conflict[]): void => {
    keep(wanted);
    const names = new Set(wanted.map(({ mine }) => mine.tool));
    void make({
      kind,
      ...(of === undefined ? {} : { of }),
      tools: tools.filter(({ name }) => names.has(name)),
      changes: wanted.flatMap(({ mine }) => applyMine(mine, now.get(mine.tool)).changes),
    });
  };
  return (
    <Stack role="alert">
      {conflicts.map((conflict) => {
        const { mine, who } = conflict;
        const { tool } = mine;
        const row = rows.find(({ name }) => name === tool);
        const label = row?.label ?? tools.find(({ name }) => name === tool)?.label ?? tool;
        const both = describeBoth({ tool, applied: applyMine(mine, now.get(tool)) }, now, texts);
        return (
          <Group key={tool} justify="space-between" gap="xs" role="group" aria-label={tool}>
            <div style={{ flex: '1 1 300px', minWidth: 0 }}>
              <Text size="sm" fw={600}>
                <Foreign text={label} /> <ForeignName name={tool} />
              </Text>
              <Text size="sm">
                <Foreign text={who === undefined ? texts.conflictByUnknown : texts.conflictBy(who)} />
              </Text>
              <Text size="sm">
                <Foreign text={parts.theirs(both.theirs)} />
              </Text>
              <Text size="sm">
                <Foreign text={parts.mine(both.mine)} />
              </Text>
            </div>
            <Group gap="xs">
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${parts.keepTheirs}: ${toPlain(label)}`}
                onClick={() => keep([conflict])}
              >
                {parts.keepTheirs}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${parts.applyMine}: ${toPlain(label)}`}
                onClick={() => apply([conflict])}
              >
                {parts.applyMine}
              </Button>
            </Group>
          </Group>
        );
      })}
      {conflicts.length > 1 && (
        <Group justify="flex-end" gap="xs">
          <Button size="sm" variant="default" onClick={() => keep(conflicts)}>
            {texts.keepAllTheirs}
          </Button>
          <Button size="sm" variant="default" onClick={() => apply(conflicts)}>
            {texts.applyAllMine}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
