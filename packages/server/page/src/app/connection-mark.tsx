import { Box } from '@mantine/core';
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { connection } from '../api/connection.js';
import { useObservable } from '../api/observable.js';
import { Status } from '../parts/status.js';
import { useTexts } from '../texts/define-texts.js';
import { appTexts } from './texts.js';

/** Whether what is shown follows the host. */
export function ConnectionMark(): React.ReactElement | null {
  const texts = useTexts(appTexts);
  const { state } = useObservable(connection);
  switch (state) {
    case 'connected':
      return (
        <Status tone="good" icon={IconPlugConnected} visibleFrom="sm">
          {texts.connected}
        </Status>
      );
    case 'lost':
      return (
        <>
          <Status tone="warning" icon={IconPlugConnectedX} visibleFrom="sm">
            {texts.notConnected}
          </Status>
          {/* The banner has the words. */}
          <Box hiddenFrom="sm" c="var(--loadout-warning-text)" lh={0} px={4}>
            <IconPlugConnectedX size={18} aria-label={texts.notConnected} role="img" />
          </Box>
        </>
      );
    default:
      return null;
  }
}
