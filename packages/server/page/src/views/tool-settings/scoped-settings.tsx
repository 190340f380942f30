import { Alert, Box, Divider, EmptyState, Stack, Text } from '@mantine/core';
import { IconAdjustmentsOff, IconAdjustmentsQuestion } from '@tabler/icons-react';
import { Fragment, useEffect } from 'react';
import { isGone } from '../../api/problem.js';
import { focusSoon } from '../../parts/focus-soon.js';
import { Foreign } from '../../parts/foreign.js';
import { QueryPanel, RowsSkeleton } from '../../parts/query-panel.js';
import { useTexts } from '../../texts/define-texts.js';
import { FieldBlock } from './field-block.js';
import { Notices } from './notices.js';
import { SaveBar, SaveOutcomeText } from './save-bar.js';
import type { Scope, ToolSettings } from './settings-types.js';
import { settingsTexts } from './texts.js';
import { UnsavedGuard } from './unsaved-guard.js';
import { fieldId, type SettingsForm, useSettingsForm } from './use-settings-form.js';

/** The settings of one tool, for all bots or for one. */
export function ScopedSettings({
  scope,
  field,
  canWrite,
}: {
  readonly scope: Scope;
  /** Takes the focus. */
  readonly field: string | undefined;
  readonly canWrite: boolean;
}): React.ReactElement {
  const texts = useTexts(settingsTexts);
  const form = useSettingsForm(scope);
  const { query } = form;
  const hasField = query.data?.fields.some((one) => one.field === field) ?? false;
  useEffect(() => {
    if (field !== undefined && hasField) focusSoon(fieldId(field));
  }, [field, hasField]);
  const { error } = query;
  if (isGone(error)) {
    return (
      <EmptyState
        icon={<IconAdjustmentsQuestion aria-hidden />}
        title={texts.notKnownTitle}
        description={<Foreign text={error.message} />}
      />
    );
  }
  return (
    <QueryPanel query={query} unread={texts.unread} skeleton={<RowsSkeleton rows={4} height={72} />}>
      {(settings) =>
        settings.fields.length === 0 ? (
          <EmptyState icon={<IconAdjustmentsOff aria-hidden />} title={texts.noneTitle} description={texts.none} />
        ) : (
          <Stack>
            {field !== undefined && !hasField && (
              <Alert color="gray">
                <Text size="sm">
                  <Foreign text={texts.unknownField(field)} />
                </Text>
              </Alert>
            )}
            <Fields settings={settings} form={form} canWrite={canWrite} />
          </Stack>
        )
      }
    </QueryPanel>
  );
}

function Fields({
  settings,
  form,
  canWrite,
}: {
  readonly settings: ToolSettings;
  readonly form: SettingsForm;
  readonly canWrite: boolean;
}): React.ReactElement {
  const texts = useTexts(settingsTexts);
  const { problems } = settings;
  return (
    <form
      noValidate
      aria-label={texts.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (form.changes > 0) form.save();
      }}
    >
      <Stack maw={720} pb={form.changes > 0 ? 88 : 0}>
        <Notices settings={settings} scope={form.scope} onField={(name) => focusSoon(fieldId(name))} />
        {form.fields.map((state, index) => (
          <Fragment key={state.setting.field}>
            {index > 0 && <Divider />}
            <FieldBlock
              state={state}
              form={form}
              canWrite={canWrite}
              ownProblem={problems.find((one) => one.field === state.setting.field)?.message}
            />
          </Fragment>
        ))}
        {canWrite && (
          <Box>
            <SaveOutcomeText form={form} />
            <SaveBar form={form} />
          </Box>
        )}
      </Stack>
      <UnsavedGuard changes={form.isSaving ? 0 : form.changes} />
    </form>
  );
}
