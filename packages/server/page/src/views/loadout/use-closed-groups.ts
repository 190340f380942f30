import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

const route = getRouteApi('/bots/$bot/loadout');

/** Owners whose groups are closed. */
export interface ClosedGroups {
  readonly closed: ReadonlySet<string>;
  /** Closes the group of an owner, or opens it; default: the opposite of what it is. */
  readonly closeGroup: (owner: string, isClosed?: boolean) => void;
}

/** Which groups are closed, as the address has it. */
export function useClosedGroups(): ClosedGroups {
  const { closed: written } = route.useSearch();
  const navigate = route.useNavigate();
  const closed = useMemo(() => new Set(readOwners(written)), [written]);
  const closeGroup = useCallback(
    (owner: string, isClosed?: boolean) =>
      void navigate({
        search: (before) => {
          const others = readOwners(before.closed).filter((other) => other !== owner);
          const isWanted = isClosed ?? !readOwners(before.closed).includes(owner);
          const owners = isWanted ? [...others, owner] : others;
          return { ...before, closed: owners.length === 0 ? undefined : owners.join(',') };
        },
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return { closed, closeGroup };
}

function readOwners(written: string | undefined): readonly string[] {
  return written?.split(',') ?? [];
}
