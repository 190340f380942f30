import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { botsQuery } from '../api/queries.js';
import { toPlain } from './foreign.js';

/** Chooses the bot whose entries a list shows, or any. */
export function BotFilter({
  label,
  any,
  value,
  onChange,
}: {
  readonly label: string;
  /** What stands for all bots. */
  readonly any: string;
  readonly value: string | undefined;
  readonly onChange: (bot: string | undefined) => void;
}): React.ReactElement {
  const { data: bots = [] } = useQuery(botsQuery);
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[
        { value: '', label: any },
        ...bots.map(({ id, displayName }) => ({ value: id, label: toPlain(displayName) })),
      ]}
    />
  );
}
