import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { isForbidden, isGone } from '../api/problem.js';
import { ProblemAlert } from './problem-alert.js';

/** How long nothing is shown while something loads: what comes sooner must not flicker. */
const quietMs = 200;

/**
 * A part of a view that loads alone: its skeleton, its data, or what failed with a way to try again. Data that is there stays
 * while it is read again, also where that fails; what is gone, or is
 * for others only, does not stay.
 */
export function QueryPanel<Data>({
  query,
  unread,
  skeleton = <RowsSkeleton />,
  children,
}: {
  readonly query: UseQueryResult<Data, Error>;
  /** What to say where it cannot be read: a sentence. */
  readonly unread: string;
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}): ReactNode {
  const { data, error, isPending, refetch } = query;
  if (data !== undefined && !isGone(error) && !isForbidden(error)) return children(data);
  if (isPending && error === null) return <AfterAWhile>{skeleton}</AfterAWhile>;
  return <ProblemAlert title={unread} error={error} onRetry={isGone(error) ? undefined : () => void refetch()} />;
}

/** Shows its children only where they are still wanted after a moment. */
export function AfterAWhile({ children }: { readonly children: ReactNode }): ReactNode {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), quietMs);
    return () => clearTimeout(timer);
  }, []);
  return isOver ? children : null;
}

/** Rows of a list that is not there yet. */
export function RowsSkeleton({
  rows = 6,
  height = 48,
}: {
  readonly rows?: number;
  readonly height?: number;
}): ReactNode {
  return (
    <Stack gap="xs" aria-hidden>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows that are all the same
        <Skeleton key={index} height={height} radius="md" />
      ))}
    </Stack>
  );
}
