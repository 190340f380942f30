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
        <Status tone="warning" icon={IconPlugConnectedX}>
          {texts.notConnected}
        </Status>
      );
    default:
      return null;
  }
}
