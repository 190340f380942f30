import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { botsQuery } from '../../api/queries.js';
import { type AuditAction, auditActions } from '../../api/words.js';
import { toPlain } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import type { AuditFilter } from './audit-query.js';
import { auditTexts } from './texts.js';

/** Which changes are shown. */
export function AuditFilters({
  filter,
  onChange,
}: {
  readonly filter: AuditFilter;
  readonly onChange: (changed: AuditFilter) => void;
}): React.ReactElement {
  const texts = useTexts(auditTexts);
  const { data: bots = [] } = useQuery(botsQuery);
  const changeSoon = useDebouncedCallback(onChange, 300);
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <TextInput
        label={texts.filterWho}
        defaultValue={filter.who}
        onChange={(event) => changeSoon({ who: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        label={texts.filterAction}
        value={filter.what ?? ''}
        onChange={(event) => onChange({ what: (event.currentTarget.value || undefined) as AuditAction | undefined })}
        data={[{ value: '', label: texts.any }, ...auditActions.map((value) => ({ value, label: texts[value] }))]}
      />
      <NativeSelect
        label={texts.filterBot}
        value={filter.bot ?? ''}
        onChange={(event) => onChange({ bot: event.currentTarget.value || undefined })}
        data={[
          { value: '', label: texts.any },
          ...bots.map(({ id, displayName }) => ({ value: id, label: toPlain(displayName) })),
        ]}
      />
      <TextInput
        label={texts.filterTool}
        defaultValue={filter.tool}
        onChange={(event) => changeSoon({ tool: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label={texts.filterFrom}
        value={filter.from?.slice(0, 10) ?? ''}
        onChange={(event) => onChange({ from: event.currentTarget.value || undefined })}
      />
    </Group>
  );
}
