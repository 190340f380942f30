import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { connection } from '../api/connection.js';
import { retryNow } from '../api/live.js';
import { useObservable } from '../api/observable.js';
import { useTexts } from '../texts/define-texts.js';
import { formatClock, formatNumber } from '../texts/format.js';
import { appTexts } from './texts.js';

/** A restart is over sooner than this, and nobody has to read of it. */
const patienceMs = 1_500;

/** Says that the host does not answer, since when, and when the page tries again. */
export function ConnectionBanner(): React.ReactElement | null {
  const texts = useTexts(appTexts);
  const status = useObservable(connection);
  const [now, setNow] = useState(Date.now);
  const isLost = status.state === 'lost';
  useEffect(() => {
    if (!isLost) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isLost]);
  if (status.state !== 'lost' || now - status.since < patienceMs) return null;
  const seconds = Math.max(0, Math.ceil((status.retryAt - now) / 1_000));
  return (
    <Alert
      icon={<IconPlugConnectedX aria-hidden />}
      mb="md"
      styles={{
        root: { background: 'var(--loadout-warning-tint)' },
        icon: { color: 'var(--loadout-warning-text)' },
        message: { color: 'var(--loadout-warning-text)' },
      }}
    >
      <Group justify="space-between">
        <Text size="sm">{texts.lost(formatClock(status.since), formatNumber(seconds))}</Text>
        <Button size="compact-sm" variant="default" onClick={retryNow}>
          {texts.tryNow}
        </Button>
      </Group>
    </Alert>
  );
}
