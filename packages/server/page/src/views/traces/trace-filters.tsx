import type { ApiSchemas } from '@loadout/server/client';
import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { BotFilter } from '../../parts/bot-filter.js';
import { callTexts } from '../../parts/call-texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { traceTexts } from './texts.js';
import type { TraceFilter } from './trace-queries.js';

const statuses: readonly ApiSchemas['CallStatus'][] = ['SUCCESS', 'ERROR', 'BLOCKED', 'CANCELLED'];

/** Which calls are shown. Times are those of the browser's zone. */
export function TraceFilters({
  filter,
  onChange,
}: {
  readonly filter: TraceFilter;
  readonly onChange: (changed: TraceFilter) => void;
}): React.ReactElement {
  const texts = useTexts(traceTexts);
  const words = useTexts(callTexts);
  const changeSoon = useDebouncedCallback(onChange, 300);
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <BotFilter label={texts.bot} any={texts.any} value={filter.bot} onChange={(bot) => onChange({ bot })} />
      <TextInput
        label={texts.tool}
        defaultValue={filter.tool}
        data-search
        onChange={(event) => changeSoon({ tool: event.currentTarget.value.trim() || undefined })}
      />
      <NativeSelect
        label={texts.status}
        value={filter.status ?? ''}
        onChange={(event) => onChange({ status: statuses.find((status) => status === event.currentTarget.value) })}
        data={[{ value: '', label: texts.any }, ...statuses.map((value) => ({ value, label: words[value] }))]}
      />
      <TimeInput label={texts.from} value={filter.from} onChange={(from) => onChange({ from })} />
      <TimeInput label={texts.to} value={filter.to} onChange={(to) => onChange({ to })} />
    </Group>
  );
}

function TimeInput({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  /** ISO 8601. */
  readonly value: string | undefined;
  readonly onChange: (time: string | undefined) => void;
}): React.ReactElement {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      defaultValue={value === undefined ? '' : toLocal(value)}
      onChange={(event) => {
        const time = Date.parse(event.currentTarget.value);
        onChange(Number.isNaN(time) ? undefined : new Date(time).toISOString());
      }}
    />
  );
}

/** As the input has it: without a zone, in the browser's own. */
function toLocal(iso: string): string {
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
