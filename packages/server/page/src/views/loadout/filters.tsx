import { Box, Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTexts } from '../../texts/define-texts.js';
import { formatNumber } from '../../texts/format.js';
import type { Show } from './arrange-rows.js';
import type { Counts } from './count-rows.js';
import { FilterButton } from './filter-button.js';
import { FilterFields, type FilterFieldsProps } from './filter-fields.js';
import { loadoutTexts } from './texts.js';

/** What is looked for: words, states, an owner, a reason. */
export function Filters({
  rows,
  counts,
  filter,
  onChange,
}: FilterFieldsProps & { readonly counts: Counts }): React.ReactElement {
  const texts = useTexts(loadoutTexts);
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
    <Group gap="xs">
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
        flex={{ base: '1 1 100%', sm: '2 1 120px' }}
      />
      <SegmentedControl
        visibleFrom="lg"
        size="xs"
        data={states}
        value={filter.show}
        onChange={setShow}
        aria-label={texts.show}
      />
      <NativeSelect
        hiddenFrom="lg"
        data={states}
        value={filter.show}
        onChange={(event) => setShow(event.currentTarget.value)}
        aria-label={texts.show}
      />
      <Group gap="xs" wrap="nowrap" grow visibleFrom="lg" flex="1 1 300px">
        <FilterFields rows={rows} filter={filter} onChange={onChange} labels="spoken" />
      </Group>
      <Box hiddenFrom="lg">
        <FilterButton rows={rows} filter={filter} onChange={onChange} />
      </Box>
    </Group>
  );
}
