import type { ApiSchemas } from '@loadout/server/client';
import { Group, SegmentedControl, Select } from '@mantine/core';
import { toPlain } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import { playgroundTexts } from './texts.js';

/** As whom the tool is run, and how its arguments are shown. */
export function RunOptions({
  bots,
  bot,
  users,
  onChoose,
  view,
  onView,
}: {
  readonly bots: readonly ApiSchemas['Bot'][];
  readonly bot: string | undefined;
  readonly users: readonly string[];
  readonly onChoose: (bot: string) => void;
  readonly view: 'form' | 'json';
  readonly onView: (view: 'form' | 'json') => void;
}): React.ReactElement {
  const texts = useTexts(playgroundTexts);
  // Those that have the tool come first.
  const sorted = [...bots].sort((one, other) => Number(users.includes(other.id)) - Number(users.includes(one.id)));
  return (
    <Group align="flex-end" justify="space-between">
      <Select
        label={texts.runAs}
        data={sorted.map(({ id, displayName }) => ({ value: id, label: toPlain(`${displayName} (${id})`) }))}
        value={bot ?? null}
        onChange={(id) => id !== null && onChoose(id)}
        allowDeselect={false}
        searchable
        limit={200}
        flex={1}
        miw={200}
      />
      <SegmentedControl
        aria-label={texts.argumentsAs}
        value={view}
        onChange={(next) => onView(next as 'form' | 'json')} // one of the two below
        data={[
          { value: 'form', label: texts.form },
          { value: 'json', label: texts.json },
        ]}
      />
    </Group>
  );
}
