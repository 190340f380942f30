import type { ApiSchemas } from '@loadout/server/client';
import { Group, Text } from '@mantine/core';
import { Foreign } from '../../parts/foreign.js';
import { Status } from '../../parts/status.js';
import { useTexts } from '../../texts/define-texts.js';
import { approvalTexts } from './texts.js';

type Decided = Pick<ApiSchemas['Approval'], 'state' | 'scope' | 'reason' | 'decidedBy'>;

/** What was decided, by whom, and through what. */
export function DecidedBy({
  decision: { state, scope, reason, decidedBy },
}: {
  readonly decision: Decided;
}): React.ReactElement {
  const texts = useTexts(approvalTexts);
  const who = decidedBy?.name ?? texts.somebody;
  const via = useVia(decidedBy?.via);
  if (state === 'denied') {
    return (
      <Group gap="xs" role="status">
        <Status tone="bad">{texts.denied}</Status>
        <Text size="sm">
          <Foreign text={texts.deniedBy(who, via)} />
          {reason !== null && (
            <>
              {' '}
              <Foreign text={texts.reason(reason)} />
            </>
          )}
        </Text>
      </Group>
    );
  }
  const allowed = { once: texts.allowedOnce, turn: texts.allowedTurn, conversation: texts.allowedConversation };
  return (
    <Group gap="xs" role="status">
      <Status tone="good">{texts.allowed}</Status>
      <Text size="sm">
        <Foreign text={allowed[scope ?? 'once'](who, via)} />
      </Text>
    </Group>
  );
}

function useVia(via: string | undefined): string {
  const texts = useTexts(approvalTexts);
  const words: Readonly<Record<string, string>> = { page: texts.viaPage, http: texts.viaHttp, cli: texts.viaCommand };
  return via !== undefined && Object.hasOwn(words, via) ? (words[via] ?? via) : (via ?? '');
}
