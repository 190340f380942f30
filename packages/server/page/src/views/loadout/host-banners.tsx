import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconClock, IconPlugOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, read } from '../../api/client.js';
import { companionsQuery, decisionsQuery, ifMatch } from '../../api/queries.js';
import { useWrite } from '../../api/use-write.js';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatClock, formatTime } from '../../texts/format.js';
import { loadoutTexts } from './texts.js';

/** What holds for many rows: that all tools are off, and whose list is an old one. */
export function HostBanners({
  isOff,
  stale,
  canWrite,
}: {
  readonly isOff: boolean;
  /** Owners with the time of their list. */
  readonly stale: ReadonlyMap<string, string | null>;
  readonly canWrite: boolean;
}): React.ReactElement {
  return (
    <Stack gap="xs" mb="sm">
      {isOff && <ToolsOff canWrite={canWrite} />}
      {[...stale].map(([owner, listedAt]) => (
        <StaleOwner key={owner} owner={owner} listedAt={listedAt} canWrite={canWrite} />
      ))}
    </Stack>
  );
}

function ToolsOff({ canWrite }: { readonly canWrite: boolean }): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const queryClient = useQueryClient();
  const kind = 'tools-off';
  const decided = useQuery(decisionsQuery).data?.find((one) => one.kind === kind);
  const { mutate, isPending, error } = useWrite({
    mutationFn: () =>
      read(
        api.DELETE('/api/v1/decisions/{kind}', {
          params: { path: { kind }, ...(decided === undefined ? {} : { header: ifMatch(decided.revision) }) },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <Banner icon={<IconPlugOff aria-hidden />} text={texts.toolsOff}>
      {canWrite && (
        <Button size="compact-sm" variant="default" loading={isPending} onClick={() => mutate()}>
          {texts.switchToolsOn}
        </Button>
      )}
      {error !== null && <ProblemAlert title={texts.switchToolsOn} error={error} />}
    </Banner>
  );
}

function StaleOwner({
  owner,
  listedAt,
  canWrite,
}: {
  readonly owner: string;
  readonly listedAt: string | null;
  readonly canWrite: boolean;
}): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const queryClient = useQueryClient();
  const { data: companions = [] } = useQuery(companionsQuery);
  const companion = companions.find(({ providers }) => providers.some((provider) => provider.owner === owner))?.id;
  const { mutate, isPending, error } = useWrite({
    mutationFn: () =>
      companion === undefined
        ? read(api.POST('/api/v1/companions/refresh'))
        : read(api.POST('/api/v1/companions/{companion}/refresh', { params: { path: { companion } } })),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const text =
    listedAt === null
      ? texts.staleOwner(owner, '–', '–')
      : texts.staleOwner(owner, formatClock(listedAt), formatTime(listedAt));
  return (
    <Banner icon={<IconClock aria-hidden />} text={text}>
      {canWrite && (
        <Button
          size="compact-sm"
          variant="default"
          loading={isPending}
          aria-label={texts.refreshFor(toPlain(owner))}
          onClick={() => mutate()}
        >
          {texts.refresh}
        </Button>
      )}
      {error !== null && <ProblemAlert title={texts.refresh} error={error} />}
    </Banner>
  );
}

function Banner({
  icon,
  text,
  children,
}: {
  readonly icon: ReactNode;
  readonly text: string;
  readonly children: ReactNode;
}): React.ReactElement {
  return (
    <Alert
      icon={icon}
      role="note"
      styles={{
        root: { background: 'var(--loadout-warning-tint)' },
        icon: { color: 'var(--loadout-warning-text)' },
        message: { color: 'var(--loadout-warning-text)' },
      }}
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <Foreign text={text} />
        </Text>
        {children}
      </Group>
    </Alert>
  );
}
