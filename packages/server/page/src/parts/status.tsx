import { Badge, type BadgeProps } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconLock,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';

/** `good`: offered, succeeded; `warning`: withheld, blocked; `bad`: failed; `quiet`: absent, off, cancelled; `note`: locked, information. */
export type Tone = 'good' | 'warning' | 'bad' | 'quiet' | 'note';

const icons: Readonly<Record<Tone, ComponentType<IconProps>>> = {
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  bad: IconCircleX,
  quiet: IconCircleDashed,
  note: IconLock,
};

/** A state as an icon and a word; never by colour alone. */
export function Status({
  tone,
  children,
  icon: Icon = icons[tone],
  ...props
}: {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly icon?: ComponentType<IconProps>;
} & Omit<BadgeProps, 'children'>): React.ReactElement {
  return (
    <Badge
      styles={{
        root: { background: `var(--loadout-${tone}-tint)`, color: `var(--loadout-${tone}-text)`, overflow: 'visible' },
        label: { overflow: 'visible', whiteSpace: 'normal' },
      }}
      leftSection={<Icon size={14} aria-hidden />}
      h="auto"
      mih={22}
      {...props}
    >
      {children}
    </Badge>
  );
}
