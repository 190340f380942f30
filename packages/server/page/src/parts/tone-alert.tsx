import { Alert, type AlertProps } from '@mantine/core';
import { IconAlertTriangle, IconCircleX, IconInfoCircle, type IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';

type AlertTone = 'warning' | 'bad' | 'note';

const icons: Readonly<Record<AlertTone, ComponentType<IconProps>>> = {
  warning: IconAlertTriangle,
  bad: IconCircleX,
  note: IconInfoCircle,
};

/** A notice in the colours of a state, which have the contrast that the kit's own lack. */
export function ToneAlert({
  tone,
  icon: Icon = icons[tone],
  children,
  ...props
}: {
  readonly tone: AlertTone;
  readonly icon?: ComponentType<IconProps>;
  readonly children: ReactNode;
} & Omit<AlertProps, 'icon' | 'children' | 'color' | 'styles'>): React.ReactElement {
  const text = { color: `var(--loadout-${tone}-text)` };
  return (
    <Alert
      icon={<Icon aria-hidden />}
      styles={{
        root: { background: `var(--loadout-${tone}-tint)` },
        title: text,
        icon: text,
        message: { color: 'var(--mantine-color-text)' },
      }}
      {...props}
    >
      {children}
    </Alert>
  );
}
