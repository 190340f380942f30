import { ThemeIcon } from '@mantine/core';
import {
  IconBook,
  IconBrowser,
  IconCalendar,
  IconChartBar,
  IconCode,
  IconDatabase,
  IconFile,
  IconMail,
  IconMap,
  IconMessage,
  IconPhoto,
  type IconProps,
  IconSearch,
  IconTool,
  IconUser,
  IconWorld,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** A tool's `icon` is a name out of this set; any other shows the first letter. */
const icons: Readonly<Record<string, ComponentType<IconProps>>> = {
  book: IconBook,
  browser: IconBrowser,
  calendar: IconCalendar,
  chart: IconChartBar,
  code: IconCode,
  database: IconDatabase,
  file: IconFile,
  globe: IconWorld,
  mail: IconMail,
  map: IconMap,
  message: IconMessage,
  photo: IconPhoto,
  search: IconSearch,
  tool: IconTool,
  user: IconUser,
  world: IconWorld,
};

/** What stands before a tool's label. */
export function ToolIcon({
  icon,
  label,
}: {
  readonly icon?: string | null;
  readonly label: string;
}): React.ReactElement {
  const Icon = icon && Object.hasOwn(icons, icon) ? icons[icon] : undefined;
  return (
    <ThemeIcon variant="light" size="md" aria-hidden>
      {Icon ? <Icon size={16} /> : [...label.trim()][0]?.toUpperCase()}
    </ThemeIcon>
  );
}
