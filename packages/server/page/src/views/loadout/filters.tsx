import { Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { toPlain } from '../../parts/foreign.js';
import type { WithheldCode } from '../../parts/reasons/reason-tone.js';
import { reasonTexts } from '../../parts/reasons/texts.js';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatNumber } from '../../texts/format.js';
import type { ToolRow } from '../bot/changes/loadout-types.js';
import type { RowFilter, Show } from './arrange-rows.js';
import type { Counts } from './count-rows.js';
import { loadoutTexts } from './texts.js';

/** What is looked for: words, states, an owner, a reason. */
export function Filters({
  rows,
  counts,
  filter,
  onChange,
}: {
  readonly rows: readonly ToolRow[];
  readonly counts: Counts;
  readonly filter: RowFilter;
  readonly onChange: (change: Partial<RowFilter>) => void;
}): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const reasons = useTexts(reasonTexts);
  const { builtIn } = useTexts(partTexts);
  const owners = useMemo(() => [...new Set(rows.map(({ owner }) => owner))].sort(), [rows]);
  const codes = useMemo(
    () => [...new Set(rows.flatMap((row) => (row.isAssigned ? row.reasons.map(({ code }) => code) : [])))],
    [rows],
  );
  const states = (
    [
      ['all', texts.showAll, counts.all],
      ['on', texts.showOn, counts.on],
      ['offered', texts.showOffered, counts.offered],
      ['withheld', texts.showWithheld, counts.withheld],
      ['absent', texts.showAbsent, counts.absent],
    ] as const
  ).map(([value, label, count]) => ({ value, label: `${label} ${formatNumber(count)}` }));
  const setShow = (show: string): void => onChange({ show: show as Show }); // one of the states above
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        type="search"
        value={filter.words}
        onChange={(event) => onChange({ words: event.currentTarget.value })}
        placeholder={texts.search}
        aria-label={texts.search}
        aria-keyshortcuts="/"
        data-search
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={200}
        w={220}
        flex="1 1 180px"
      />
      <SegmentedControl
        visibleFrom="md"
        size="sm"
        data={states}
        value={filter.show}
        onChange={setShow}
        aria-label={texts.show}
      />
      <NativeSelect
        hiddenFrom="md"
        data={states}
        value={filter.show}
        onChange={(event) => setShow(event.currentTarget.value)}
        aria-label={texts.show}
      />
      <NativeSelect
        value={filter.owner ?? ''}
        onChange={(event) => onChange({ owner: event.currentTarget.value || undefined })}
        aria-label={texts.owner}
        data={[
          { value: '', label: texts.anyOwner },
          ...keep(owners, filter.owner).map((owner) => ({
            value: owner,
            label: owner === 'builtin' ? builtIn : toPlain(owner),
          })),
        ]}
        maw={180}
      />
      {(codes.length > 0 || filter.reason !== undefined) && (
        <NativeSelect
          value={filter.reason ?? ''}
          onChange={(event) => onChange({ reason: event.currentTarget.value || undefined })}
          aria-label={texts.reason}
          data={[
            { value: '', label: texts.anyReason },
            ...keep<string>(codes, filter.reason).map((code) => ({
              value: code,
              label: Object.hasOwn(reasons, code) ? reasons[code as WithheldCode] : toPlain(code), // it has it
            })),
          ]}
          maw={200}
        />
      )}
    </Group>
  );
}

/** What is chosen is among what can be chosen, also where no row has it any more. */
function keep<Value extends string>(values: readonly Value[], chosen: Value | undefined): readonly Value[] {
  return chosen === undefined || values.includes(chosen) ? values : [...values, chosen];
}
