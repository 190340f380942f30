import { Badge, type BadgeProps } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconInfoCircle,
  IconLock,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';

/** `good`: offered, succeeded; `warning`: withheld, blocked; `bad`: failed; `quiet`: absent, off, cancelled; `note`: information; `locked`: others decide. */
export type Tone = 'good' | 'warning' | 'bad' | 'quiet' | 'note' | 'locked';

const icons: Readonly<Record<Tone, ComponentType<IconProps>>> = {
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  bad: IconCircleX,
  quiet: IconCircleDashed,
  note: IconInfoCircle,
  locked: IconLock,
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
  const colour = tone === 'locked' ? 'note' : tone;
  return (
    <Badge
      styles={{
        root: {
          background: `var(--loadout-${colour}-tint)`,
          color: `var(--loadout-${colour}-text)`,
          overflow: 'visible',
        },
        label: { overflow: 'visible', whiteSpace: 'normal', textAlign: 'start' },
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
