import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** A part of a view with a heading of its own. */
export function Section({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): React.ReactElement {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h3" id={id} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}
