import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { focusSoon } from '../../parts/focus-soon.js';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import { findOwn } from './field-kind.js';
import { sayValue } from './layer-words.js';
import { settingsTexts } from './texts.js';
import { conflictId, type FieldState, fieldId, type SettingsForm } from './use-settings-form.js';

/** Somebody else changed what is being changed here: both are shown, and somebody chooses. */
export function ConflictNotice({
  state: { setting, draft, lastChange },
  form,
}: {
  readonly state: FieldState;
  readonly form: SettingsForm;
}): React.ReactElement {
  const texts = useTexts(settingsTexts);
  const own = findOwn(setting, form.scope.bot);
  const title = toPlain(setting.title);
  const say = (value: unknown): string => (setting.isSecret ? texts.otherSecret : sayValue(value, texts));
  return (
    <Alert
      role="alert"
      icon={<IconUsers aria-hidden />}
      title={<Foreign text={lastChange === undefined ? texts.changed : texts.changedBy(lastChange.who)} />}
      styles={{
        root: { background: 'var(--loadout-warning-tint)' },
        title: { color: 'var(--loadout-warning-text)' },
        icon: { color: 'var(--loadout-warning-text)' },
        message: { color: 'var(--mantine-color-text)' },
      }}
    >
      <Stack gap="xs">
        <Text size="sm">
          <Foreign text={own === undefined ? texts.theirsIsNone : texts.theirs(say(own.value))} />
        </Text>
        <Text size="sm">
          <Foreign text={draft?.action === 'set' ? texts.yours(say(draft.value)) : texts.yoursIsNone} />
        </Text>
        <Group gap="xs">
          <Button
            id={conflictId(setting.field)}
            size="compact-sm"
            variant="default"
            aria-label={texts.keepTheirsOf(title)}
            onClick={() => {
              form.revert(setting);
              focusSoon(fieldId(setting.field));
            }}
          >
            {texts.keepTheirs}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.applyMineOf(title)}
            onClick={() => {
              form.insist(setting);
              focusSoon(fieldId(setting.field));
            }}
          >
            {texts.applyMine}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
