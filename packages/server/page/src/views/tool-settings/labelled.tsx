import { Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Foreign } from '../../parts/foreign.js';
import type { Setting } from './settings-types.js';
import { fieldId } from './use-settings-form.js';

/** A field that has no input of its own: its title, its description, and what stands there. It can take the focus. */
export function Labelled({
  setting,
  children,
  isFocusable = true,
}: {
  readonly setting: Setting;
  readonly children: ReactNode;
  /** False: something within takes the focus. */
  readonly isFocusable?: boolean;
}): React.ReactElement {
  const id = useId();
  return (
    <Stack
      gap={4}
      role="group"
      aria-labelledby={id}
      {...(isFocusable ? { id: fieldId(setting.field), tabIndex: -1 } : {})}
    >
      <Text size="sm" fw={600} id={id}>
        <Foreign text={setting.title} />
      </Text>
      {setting.description !== null && (
        <Text size="xs" c="dimmed">
          <Foreign text={setting.description} />
        </Text>
      )}
      {children}
    </Stack>
  );
}
