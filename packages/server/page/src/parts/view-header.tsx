import { Breadcrumbs, Group, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { takeFocusOnHeading } from '../app/heading-focus.js';
import { toPlain } from './foreign.js';

/** The head of a view: where it is, its name, and what can be done with all of it. It has the focus after navigation. */
export function ViewHeader({
  title,
  trail,
  children,
}: {
  /** May be foreign. */
  readonly title: string;
  /** Links to what it is a part of. */
  readonly trail?: ReactNode;
  /** Buttons. */
  readonly children?: ReactNode;
}): React.ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = toPlain(title);
  useEffect(() => {
    document.title = `${shown} · Loadout`;
    if (takeFocusOnHeading()) heading.current?.focus();
  }, [shown]);
  return (
    <Group justify="space-between" align="flex-end" mb="md" gap="sm">
      <div>
        {trail && <Breadcrumbs mb={4}>{trail}</Breadcrumbs>}
        <Title order={1} ref={heading} tabIndex={-1} className="foreign">
          {shown}
        </Title>
      </div>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
