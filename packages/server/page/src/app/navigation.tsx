import { Badge, Divider, NavLink } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { approvalsQuery } from '../api/queries.js';
import { formatNumber } from '../texts/format.js';
import { type Destination, useDestinations } from './use-destinations.js';

/** Where one can go. */
export function Navigation({ onNavigate }: { readonly onNavigate: () => void }): React.ReactElement {
  const destinations = useDestinations();
  const { pathname } = useLocation();
  const show = ({ to, prefix, label, icon: Icon }: Destination): React.ReactElement => (
    <NavLink
      key={to}
      component={Link}
      to={to}
      label={label}
      leftSection={<Icon size={18} aria-hidden />}
      rightSection={prefix === '/approvals' && <WaitingCount />}
      active={pathname === to || pathname.startsWith(prefix)}
      onClick={onNavigate}
    />
  );
  return (
    <>
      {destinations.filter(({ isOfHost }) => !isOfHost).map(show)}
      <Divider my="xs" />
      {destinations.filter(({ isOfHost }) => isOfHost).map(show)}
    </>
  );
}

/** How many calls wait for a person. */
function WaitingCount(): React.ReactElement | null {
  const { data } = useQuery(approvalsQuery);
  const count = data?.approvals.filter(({ state }) => state === 'waiting').length ?? 0;
  return count === 0 ? null : <Badge variant="filled">{formatNumber(count)}</Badge>;
}
