import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** A part of the view under a heading of its own. */
export function Section({
  title,
  anchor,
  hint,
  action,
  children,
}: {
  readonly title: string;
  /** What a link names that leads here. */
  readonly anchor?: string;
  readonly hint?: string;
  /** A button beside the heading. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}): React.ReactElement {
  const id = useId();
  return (
    <section aria-labelledby={id} id={anchor}>
      <Group justify="space-between" mb="xs">
        <Title order={2} id={id}>
          {title}
        </Title>
        {action}
      </Group>
      {hint !== undefined && (
        <Text size="sm" c="dimmed" mb="sm">
          {hint}
        </Text>
      )}
      {children}
    </section>
  );
}
