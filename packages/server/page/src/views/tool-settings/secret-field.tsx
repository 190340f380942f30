import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { focusSoon } from '../../parts/focus-soon.js';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import { findOwn } from './field-kind.js';
import { Labelled } from './labelled.js';
import { SecretState } from './secret-state.js';
import { deleteSetting } from './settings-queries.js';
import { settingsTexts } from './texts.js';
import { type FieldState, fieldId, type SettingsForm } from './use-settings-form.js';

/** What is kept out of results has at least so many characters (contract 9.5). */
const leastRedacted = 8;

/** A secret: it is set, replaced or deleted, and never shown. */
export function SecretField({
  state,
  form,
  error,
}: {
  readonly state: FieldState;
  readonly form: SettingsForm;
  readonly error: string | undefined;
}): React.ReactElement {
  const texts = useTexts(settingsTexts);
  const { setting, draft } = state;
  const { scope } = form;
  /** Set while a secret that is there is replaced; what was saved or discarded since ends it. */
  const [replacing, setReplacing] = useState<string>();
  const [isDeleting, setDeleting] = useState(false);
  const title = toPlain(setting.title);
  const hasOwn = findOwn(setting, scope.bot) !== undefined;
  const isSet = setting.value !== null || hasOwn;
  const version = `${form.generation} ${hasOwn} ${state.lastChange?.id ?? ''}`;
  const isReplacing = replacing === version;
  const typed = draft?.action === 'set' && typeof draft.value === 'string' ? draft.value : '';
  if (!isSet || isReplacing || typed !== '') {
    return (
      <Stack gap={4} align="stretch">
        <TextInput
          id={fieldId(setting.field)}
          type="password"
          label={title}
          description={
            <>
              {setting.description !== null && <Foreign text={`${setting.description} `} />}
              {texts.secretHint}
            </>
          }
          error={error === undefined ? undefined : toPlain(error)}
          required={setting.isRequired}
          placeholder={isSet ? '' : texts.notSet}
          value={typed}
          onChange={(event) => form.enter(setting, event.currentTarget.value)}
          autoComplete="new-password"
          maw={480}
        />
        <Text size="sm" aria-live="polite" c="var(--loadout-warning-text)">
          {typed !== '' && typed.length < leastRedacted ? texts.tooShort : ''}
        </Text>
        {isSet && (
          <Group>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={texts.keepSecretOf(title)}
              onClick={() => {
                setReplacing(undefined);
                form.revert(setting);
                focusSoon(fieldId(setting.field));
              }}
            >
              {texts.keepSecret}
            </Button>
          </Group>
        )}
      </Stack>
    );
  }
  const isOthers = scope.bot !== undefined && !hasOwn;
  const botName = toPlain(scope.botName ?? '');
  return (
    <Labelled setting={setting} isFocusable={false}>
      <Group gap="xs">
        <SecretState state={state} scope={scope} />
        <Button
          id={fieldId(setting.field)}
          size="compact-sm"
          variant="default"
          aria-label={isOthers ? texts.setForBotOf(botName, title) : texts.replaceOf(title)}
          onClick={() => {
            setReplacing(version);
            focusSoon(fieldId(setting.field));
          }}
        >
          {isOthers ? texts.setForBot(botName) : texts.replace}
        </Button>
        {hasOwn && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.deleteOf(title)}
            onClick={() => setDeleting(true)}
          >
            {texts.delete}
          </Button>
        )}
      </Group>
      {error !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          <Foreign text={error} />
        </Text>
      )}
      <DeleteSecret form={form} state={state} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </Labelled>
  );
}

function DeleteSecret({
  form: { scope },
  state: { setting },
  isOpen,
  onClose,
}: {
  readonly form: SettingsForm;
  readonly state: FieldState;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(settingsTexts);
  const client = useQueryClient();
  const { mutate, isPending, error, reset } = useWrite({
    mutationFn: () => deleteSetting(scope, setting),
    onError: () => client.invalidateQueries(),
    async onSuccess() {
      await client.invalidateQueries();
      onClose();
      focusSoon(fieldId(setting.field));
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={texts.deleteTitle}
      action={texts.deleteTitle}
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate()}
      onClose={() => {
        reset();
        onClose();
      }}
    >
      <Foreign
        text={
          scope.bot === undefined
            ? texts.deleteForAll(setting.title)
            : texts.deleteForBot(setting.title, scope.botName ?? scope.bot)
        }
      />
    </ConfirmDialog>
  );
}
