import { Spoiler, Text } from '@mantine/core';
import { Foreign } from '../../parts/foreign.js';

/** What was there and what is there now, as JSON; whole, however long. */
export function ChangedValue({
  before,
  after,
  nothing,
}: {
  readonly before: unknown;
  readonly after: unknown;
  readonly nothing: string;
}): React.ReactElement {
  const write = (value: unknown): string => (value === null ? nothing : JSON.stringify(value));
  return (
    <Text component="div" ff="monospace" size="xs" maw={420}>
      <Spoiler maxHeight={60} showLabel="…" hideLabel="↑">
        <Foreign text={`${write(before)} → ${write(after)}`} />
      </Spoiler>
    </Text>
  );
}
