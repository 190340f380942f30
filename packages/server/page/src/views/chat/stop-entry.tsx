import { Group, Text } from '@mantine/core';
import { Foreign } from '../../parts/foreign.js';
import { Status } from '../../parts/status.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import { chatTexts, type Texts } from './texts.js';

/** Why a turn ended without an answer. */
export function StopEntry({
  reason,
  detail,
}: {
  readonly reason: string;
  readonly detail: string | undefined;
}): React.ReactElement {
  const texts = useTexts(chatTexts);
  return (
    <Group gap="xs" role="status">
      <Status tone={reason === 'cancelled' || reason === 'left' ? 'quiet' : 'warning'}>
        {describeStop(reason, texts)}
      </Status>
      {detail !== undefined && (
        <Text size="sm">
          <Foreign text={detail} />
        </Text>
      )}
    </Group>
  );
}

function describeStop(reason: string, texts: Translated<Texts>): string {
  const known: Readonly<Record<string, string>> = {
    empty: texts.stopEmpty,
    length: texts.stopLength,
    refused: texts.stopRefused,
    'calls-spent': texts.stopCalls,
    'characters-spent': texts.stopCharacters,
    'time-spent': texts.stopTime,
    repetition: texts.stopRepetition,
    confidence: texts.stopConfidence,
    cancelled: texts.stopCancelled,
    left: texts.stopLeft,
    'model-failed': texts.stopModel,
    'token-invalid': texts.stopToken,
  };
  return Object.hasOwn(known, reason) ? (known[reason] ?? reason) : texts.stopOther(reason);
}
