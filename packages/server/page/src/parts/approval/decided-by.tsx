import type { ApiSchemas } from '@loadout/server/client';
import { Group, Text } from '@mantine/core';
import { useTexts } from '../../texts/define-texts.js';
import { callTexts } from '../call-texts.js';
import { Foreign } from '../foreign.js';
import { Status } from '../status.js';

type Decided = Pick<ApiSchemas['Approval'], 'state' | 'scope' | 'reason' | 'decidedBy'>;

/** What was decided, by whom, and through what. */
export function DecidedBy({
  decision: { state, scope, reason, decidedBy },
}: {
  readonly decision: Decided;
}): React.ReactElement {
  const texts = useTexts(callTexts);
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
  const texts = useTexts(callTexts);
  const words: Readonly<Record<string, string>> = {
    page: texts.viaPage,
    http: texts.viaHttp,
    cli: texts.viaCommand,
    code: texts.viaCode,
    host: texts.viaHost,
  };
  return via !== undefined && Object.hasOwn(words, via) ? (words[via] ?? via) : (via ?? '');
}
