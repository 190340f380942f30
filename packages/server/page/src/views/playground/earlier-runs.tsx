import { Button, Menu } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useObservable } from '../../api/observable.js';
import { CallStatus } from '../../parts/call-status.js';
import { Foreign } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatClock } from '../../texts/format.js';
import type { CallRequest } from './call-run.js';
import { runHistory } from './run-history.js';
import { playgroundTexts } from './texts.js';

/** The last runs of this tab with this tool; each can be filled in again. */
export function EarlierRuns({
  tool,
  onFillIn,
}: {
  readonly tool: string;
  readonly onFillIn: (request: CallRequest) => void;
}): React.ReactElement | null {
  const texts = useTexts(playgroundTexts);
  const runs = useObservable(runHistory).filter(({ request }) => request.tool === tool);
  if (runs.length === 0) return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="subtle" leftSection={<IconHistory size={16} aria-hidden />}>
          {texts.earlier}
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw={360}>
        {runs.map(({ request, status, at }) => (
          <Menu.Item key={at} rightSection={<CallStatus status={status} />} onClick={() => onFillIn(request)}>
            <Foreign text={texts.fillIn(request.bot, formatClock(at))} />
            <br />
            <Foreign text={JSON.stringify(request.arguments ?? {}).slice(0, 80)} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
