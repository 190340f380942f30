import type { ApiSchemas } from '@loadout/server/client';
import { Group, NativeSelect, SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { aboutQuery } from '../../api/session.js';
import { type ConfidenceLevel, confidenceLevels } from '../../api/words.js';
import { toPlain } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import { playgroundTexts } from './texts.js';

/** What the address says of a run. */
export interface RunSearch {
  readonly as?: string | undefined;
  readonly component?: string | undefined;
  readonly confidence?: ConfidenceLevel | undefined;
}

/** As whom the tool is run, and how its arguments are shown. */
export function RunOptions({
  bots,
  bot,
  users,
  search: { component = 'chat', confidence },
  onChoose,
  view,
  onView,
}: {
  readonly bots: readonly ApiSchemas['Bot'][];
  readonly bot: string | undefined;
  readonly users: readonly string[];
  readonly search: RunSearch;
  readonly onChoose: (change: RunSearch) => void;
  readonly view: 'form' | 'json';
  readonly onView: (view: 'form' | 'json') => void;
}): React.ReactElement {
  const texts = useTexts(playgroundTexts);
  // Those that have the tool come first.
  const sorted = [...bots].sort((one, other) => Number(users.includes(other.id)) - Number(users.includes(one.id)));
  const known = useQuery(aboutQuery).data?.components ?? [];
  const components = [...new Set(['chat', ...known, component])];
  return (
    <Group align="flex-end" justify="space-between">
      <Select
        label={texts.runAs}
        data={sorted.map(({ id, displayName }) => ({ value: id, label: toPlain(`${displayName} (${id})`) }))}
        value={bot ?? null}
        onChange={(id) => id !== null && onChoose({ as: id })}
        allowDeselect={false}
        searchable
        limit={200}
        flex={1}
        miw={200}
      />
      <NativeSelect
        label={texts.component}
        value={component}
        data={components.map((name) => ({ value: name, label: toPlain(name) }))}
        onChange={({ currentTarget: { value } }) => onChoose({ component: value === 'chat' ? undefined : value })}
      />
      <NativeSelect
        label={texts.level}
        value={confidence ?? ''}
        data={[{ value: '', label: texts.ownLevel }, ...confidenceLevels]}
        onChange={({ currentTarget: { value } }) =>
          onChoose({ confidence: confidenceLevels.find((one) => one === value) })
        }
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
