import { Stack, Text } from '@mantine/core';
import { Foreign } from '../../parts/foreign.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import { ConflictNotice } from './conflict-notice.js';
import { shownValue } from './draft.js';
import { FieldInput } from './field-input.js';
import { chooseKind, findBelow, findLock, findOwn, isBlank } from './field-kind.js';
import { placeOf, sayValue } from './layer-words.js';
import { SecretField } from './secret-field.js';
import type { Setting } from './settings-types.js';
import { ShownField } from './shown-field.js';
import { SourceLine } from './source-line.js';
import { settingsTexts, type Texts } from './texts.js';
import type { FieldState, SettingsForm } from './use-settings-form.js';

/** One field: how it is entered, where its value comes from, and what is wrong with it. */
export function FieldBlock({
  state,
  form,
  canWrite,
  ownProblem,
}: {
  readonly state: FieldState;
  readonly form: SettingsForm;
  readonly canWrite: boolean;
  /** What the tool itself says of the value. */
  readonly ownProblem: string | undefined;
}): React.ReactElement {
  const texts = useTexts(settingsTexts);
  const { setting, draft } = state;
  const { scope } = form;
  if (!canWrite || findLock(setting) !== undefined) {
    return (
      <Stack gap="xs">
        <ShownField state={state} scope={scope} />
        {ownProblem !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)">
            <Foreign text={ownProblem} />
          </Text>
        )}
      </Stack>
    );
  }
  const own = findOwn(setting, scope.bot);
  const misfit = own === undefined || isBlank(own.value) ? undefined : own.problem;
  const error = state.error ?? (draft === undefined ? (misfit ?? ownProblem) : undefined);
  const kind = chooseKind(setting, own?.value ?? setting.value);
  const value = shownValue(setting, scope.bot, draft);
  const hint = kind === 'secret' || draft?.action === 'unset' ? undefined : sayBlank(setting, value, form, texts);
  return (
    <Stack gap="xs">
      {kind === 'secret' ? (
        <SecretField state={state} form={form} error={error} />
      ) : (
        <FieldInput
          key={`${kind} ${form.generation}`}
          setting={setting}
          kind={kind}
          value={value}
          error={error}
          onChange={(next) => form.enter(setting, next)}
          onReadable={(isReadable) => form.setReadable(setting, isReadable)}
        />
      )}
      {hint !== undefined && (
        <Text size="sm" c="var(--loadout-warning-text)">
          <Foreign text={hint} />
        </Text>
      )}
      {state.isConflict && <ConflictNotice state={state} form={form} />}
      <SourceLine
        setting={setting}
        scope={scope}
        draft={draft}
        // A secret is deleted, which is the same.
        onUnset={setting.isSecret ? undefined : () => form.unset(setting)}
      />
    </Stack>
  );
}

/** What a blank does, so that nobody wonders why the value below does not count. */
function sayBlank(
  setting: Setting,
  value: unknown,
  { scope }: SettingsForm,
  texts: Translated<Texts>,
): string | undefined {
  if (!isBlank(value)) return undefined;
  const below = findBelow(setting, scope.bot);
  if (below === undefined || isBlank(below.value)) return texts.blankMissing;
  return texts.blankHides(sayValue(below.value, texts), placeOf(below.layer, scope, texts));
}
