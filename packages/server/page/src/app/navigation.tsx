import { Badge, Divider, NavLink } from '@mantine/core';
import {
  IconAdjustments,
  IconChecklist,
  IconHistory,
  IconKey,
  IconMessages,
  IconPlug,
  type IconProps,
  IconRobot,
  IconTimeline,
  IconTool,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { approvalsQuery } from '../api/queries.js';
import { aboutQuery, useCan } from '../api/session.js';
import { useTexts } from '../texts/define-texts.js';
import { formatNumber } from '../texts/format.js';
import { appTexts } from './texts.js';

/** Where one can go. What a role may not see is not there. */
export function Navigation({ onNavigate }: { readonly onNavigate: () => void }): React.ReactElement {
  const texts = useTexts(appTexts);
  const hasChat = Boolean(useQuery(aboutQuery).data?.chat);
  const isOperator = useCan('operator');
  const isAdmin = useCan('admin');
  const item = { onNavigate };
  return (
    <>
      <Item {...item} to="/" label={texts.bots} icon={IconRobot} />
      <Item {...item} to="/tools" label={texts.tools} icon={IconTool} />
      <Item {...item} to="/providers" label={texts.providers} icon={IconPlug} />
      <Item {...item} to="/traces" label={texts.traces} icon={IconTimeline} />
      <Item {...item} to="/approvals/{-$approval}" also="/approvals" label={texts.approvals} icon={IconChecklist}>
        <WaitingCount />
      </Item>
      {hasChat && isOperator && (
        <Item {...item} to="/chat/{-$conversation}" also="/chat" label={texts.chat} icon={IconMessages} />
      )}
      <Divider my="xs" />
      <Item {...item} to="/host" label={texts.host} icon={IconAdjustments} />
      <Item {...item} to="/audit" label={texts.audit} icon={IconHistory} />
      {isAdmin && <Item {...item} to="/access" label={texts.access} icon={IconKey} />}
    </>
  );
}

function Item({
  to,
  also,
  label,
  icon: Icon,
  onNavigate,
  children,
}: {
  readonly to: NonNullable<LinkProps['to']>;
  /** Where the paths begin that belong to it, if not with its own. */
  readonly also?: string;
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  readonly onNavigate: () => void;
  readonly children?: React.ReactNode;
}): React.ReactElement {
  const { pathname } = useLocation();
  const isActive = pathname === to || (to === '/' ? pathname.startsWith('/bots') : pathname.startsWith(also ?? to));
  return (
    <NavLink
      component={Link}
      to={to}
      label={label}
      leftSection={<Icon size={18} aria-hidden />}
      rightSection={children}
      active={isActive}
      onClick={onNavigate}
    />
  );
}

/** How many calls wait for a person. */
function WaitingCount(): React.ReactElement | null {
  const { data } = useQuery(approvalsQuery);
  const count = data?.approvals.filter(({ state }) => state === 'waiting').length ?? 0;
  return count === 0 ? null : <Badge variant="filled">{formatNumber(count)}</Badge>;
}
