import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type AuditAction, auditActions } from '../../api/words.js';
import { BotFilter } from '../../parts/bot-filter.js';
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
      <BotFilter label={texts.filterBot} any={texts.any} value={filter.bot} onChange={(bot) => onChange({ bot })} />
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
