import { Button, Stack, Text } from '@mantine/core';
import { useObservable } from '../../api/observable.js';
import { useTexts } from '../../texts/define-texts.js';
import { callTexts } from '../call-texts.js';
import { Foreign } from '../foreign.js';
import { ToneAlert } from '../tone-alert.js';
import { forgetReason, unsentReasons } from './unsent-reasons.js';

/** The reason of a denial that came too late: it stays until whoever typed it has done with it. */
export function UnsentNotice({ approval }: { readonly approval: string }): React.ReactElement | null {
  const texts = useTexts(callTexts);
  const unsent = useObservable(unsentReasons).find((one) => one.approval === approval);
  if (unsent === undefined) return null;
  return (
    <ToneAlert tone="warning" role="alert" title={texts.unsentTitle}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          <Foreign text={unsent.reason} />
        </Text>
        <Button size="xs" variant="default" onClick={() => forgetReason(approval)}>
          {texts.discardReason}
        </Button>
      </Stack>
    </ToneAlert>
  );
}
