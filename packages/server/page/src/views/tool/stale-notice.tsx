import { Alert, Group, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { companionsQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { Foreign } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatClock, formatTime } from '../../texts/format.js';
import { RefreshButton } from '../providers/refresh-button.js';
import { companionOf } from './companion-of.js';
import { toolTexts } from './texts.js';

/** Says that the owner of a tool does not answer, and how old the list is that is used meanwhile. */
export function StaleNotice({ owner }: { readonly owner: string }): React.ReactElement {
  const texts = useTexts(toolTexts);
  const canRefresh = useCan('operator');
  const { data: companions = [] } = useQuery(companionsQuery);
  const listedAt = companions.flatMap(({ providers }) => providers).find((one) => one.owner === owner)?.listedAt;
  return (
    <Alert
      mb="md"
      icon={<IconClock aria-hidden />}
      styles={{
        root: { background: 'var(--loadout-warning-tint)' },
        icon: { color: 'var(--loadout-warning-text)' },
        message: { color: 'var(--mantine-color-text)' },
      }}
    >
      <Group gap="sm" justify="space-between">
        <Text size="sm">
          <Foreign
            text={
              listedAt === undefined || listedAt === null
                ? texts.stale(owner)
                : texts.staleSince(owner, formatClock(listedAt), formatTime(listedAt))
            }
          />
        </Text>
        {canRefresh && <RefreshButton companion={companionOf(owner)} />}
      </Group>
    </Alert>
  );
}
