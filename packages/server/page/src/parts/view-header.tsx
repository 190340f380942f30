import { Box, Breadcrumbs, Group, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { takeFocusOnHeading } from '../app/heading-focus.js';
import { toPlain } from './foreign.js';
import { useTitlePart } from './title-part.js';

/** The head of a view: where it is, its name, and what can be done with all of it. It has the focus after navigation. */
export function ViewHeader({
  title,
  beside,
  trail,
  children,
}: {
  /** May be foreign. */
  readonly title: string;
  /** What else it is known by: its id, whose it is. */
  readonly beside?: ReactNode;
  /** Links to what it is a part of. */
  readonly trail?: ReactNode;
  /** Buttons. */
  readonly children?: ReactNode;
}): React.ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = toPlain(title);
  useTitlePart('view', title);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another view
  useEffect(() => {
    if (takeFocusOnHeading()) heading.current?.focus();
  }, [shown]);
  return (
    <Group justify="space-between" align="flex-end" mb={{ base: 'xs', sm: 'md' }} gap="sm">
      <Box miw={0} flex="0 1 auto">
        {trail && <Breadcrumbs mb={{ base: 0, sm: 4 }}>{trail}</Breadcrumbs>}
        <Group gap="0 12px" align="center">
          <Title order={1} ref={heading} tabIndex={-1} className="foreign">
            {shown}
          </Title>
          {beside}
        </Group>
      </Box>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
