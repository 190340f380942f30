import { Group, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { toPlain } from '../../parts/foreign.js';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import type { ToolFilter } from './match-tools.js';
import { toolsTexts } from './texts.js';

/** What is looked for: words, and an owner. */
export function ToolFilters({
  filter,
  owners,
  onWords,
  onOwner,
}: {
  readonly filter: ToolFilter;
  readonly owners: readonly string[];
  readonly onWords: (words: string) => void;
  readonly onOwner: (owner: string | undefined) => void;
}): React.ReactElement {
  const texts = useTexts(toolsTexts);
  const { builtIn } = useTexts(partTexts);
  const shown = filter.owner === undefined || owners.includes(filter.owner) ? owners : [...owners, filter.owner];
  return (
    <Group gap="xs" mb="md">
      <TextInput
        type="search"
        value={filter.words}
        onChange={(event) => onWords(event.currentTarget.value)}
        placeholder={texts.search}
        aria-label={texts.search}
        aria-keyshortcuts="/"
        data-search
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={200}
        flex="1 1 200px"
        maw={480}
      />
      <NativeSelect
        value={filter.owner ?? ''}
        onChange={(event) => onOwner(event.currentTarget.value || undefined)}
        aria-label={texts.owner}
        data={[
          { value: '', label: texts.anyOwner },
          ...shown.map((owner) => ({ value: owner, label: owner === 'builtin' ? builtIn : toPlain(owner) })),
        ]}
        maw={240}
      />
    </Group>
  );
}
