import { Group, Text } from '@mantine/core';
import { Foreign } from '../../parts/foreign.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import { useTexts } from '../../texts/define-texts.js';
import { findOwn } from './field-kind.js';
import type { Scope } from './settings-types.js';
import { settingsTexts } from './texts.js';
import type { FieldState } from './use-settings-form.js';

/** Whether a secret is set, since when, and by whom. Never what it is. */
export function SecretState({
  state: { setting, lastChange },
  scope,
}: {
  readonly state: FieldState;
  readonly scope: Scope;
}): React.ReactElement {
  const texts = useTexts(settingsTexts);
  if (setting.value === null) return <Status tone="quiet">{texts.notSet}</Status>;
  const isOwn = findOwn(setting, scope.bot) !== undefined;
  return (
    <Group gap="xs">
      <Status tone="good">{texts.set}</Status>
      {isOwn && lastChange !== undefined && (
        <Text size="sm" component="span">
          <Foreign text={texts.setBy(lastChange.who)} /> <Time at={lastChange.at} />
        </Text>
      )}
      {setting.isTooShort && <Status tone="warning">{texts.tooShort}</Status>}
    </Group>
  );
}
