import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiProblem } from '../../../api/problem.js';
import { toPlain } from '../../../parts/foreign.js';
import { JsonEditor } from '../../../parts/json-editor.js';
import { TextLink } from '../../../parts/links.js';
import { ProblemAlert } from '../../../parts/problem-alert.js';
import { partTexts } from '../../../parts/texts.js';
import { useTexts } from '../../../texts/define-texts.js';
import type { ToolRow } from '../../bot/changes/loadout-types.js';
import type { LoadoutChanges } from '../../bot/changes/use-loadout-changes.js';
import { useRowActions } from '../row-actions.js';
import { drawerTexts } from './texts.js';

type Override = { [key: string]: unknown };

/** The settings that the bot has of its own for a tool: kept with Save, checked by the host. */
export function OverrideSection({
  row,
  override,
  make,
}: {
  readonly row: ToolRow;
  /** As the host has it. */
  readonly override: Override | null;
  readonly make: LoadoutChanges['make'];
}): React.ReactElement {
  const texts = useTexts(drawerTexts);
  const { bot, canWrite } = useRowActions();
  const [base, setBase] = useState(override);
  const [value, setValue] = useState<unknown>(override ?? undefined);
  const [isReadable, setReadable] = useState(true);
  const isDirty = !isReadable || write(value) !== write(base ?? undefined);
  const isTheirs = write(override) !== write(base);
  // What others save is shown at once, unless something would be lost by it.
  if (isTheirs && !isDirty) {
    setBase(override);
    setValue(override ?? undefined);
  }
  const isObject = value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value));
  const { mutate, isPending, error, reset } = useMutation({
    async mutationFn(next: Override | null) {
      const made = await make({
        kind: next === null ? 'cleared' : 'overridden',
        tools: [row],
        changes: [{ action: 'override', tool: row.name, settingsOverride: next }],
        isWhole: true,
      });
      if (made.error !== undefined) throw made.error;
      if (made.conflicts.length > 0) return;
      setBase(next);
      setValue(next ?? undefined);
    },
  });
  const fieldError = !isObject ? texts.overrideObject : error !== null ? toPlain(error.message) : undefined;
  if (!canWrite) {
    return override === null ? (
      <Text size="sm">{texts.noOverride}</Text>
    ) : (
      <Code block tabIndex={0}>
        {toPlain(write(override))}
      </Code>
    );
  }
  return (
    <Stack gap="xs" align="stretch">
      <JsonEditor
        label={texts.overrideLabel}
        description={texts.overrideHint}
        value={value}
        onChange={(next) => {
          reset();
          setValue(next);
        }}
        onReadable={setReadable}
        error={fieldError}
        rows={4}
      />
      {isTheirs && isDirty && (
        <Alert role="alert">
          <Group justify="space-between" gap="xs">
            <Text size="sm">{texts.theirs}</Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                setBase(override);
                setValue(override ?? undefined);
              }}
            >
              {texts.takeTheirs}
            </Button>
          </Group>
        </Alert>
      )}
      {error !== null && isApiProblem(error) && error.isUnreachable && (
        <ProblemAlert title={texts.save} error={error} />
      )}
      <Group gap="xs">
        <Button
          size="compact-sm"
          loading={isPending}
          disabled={!isDirty || !isReadable || !isObject}
          // An object, or nothing, as was checked.
          onClick={() => mutate((value as Override | undefined) ?? null)}
        >
          {texts.save}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={!isDirty}
          onClick={() => {
            reset();
            setReadable(true);
            setBase(override);
            // Another object, so that an unreadable text gives way too.
            setValue(override === null ? undefined : { ...override });
          }}
        >
          {texts.discard}
        </Button>
        {override !== null && (
          <Button size="compact-sm" variant="default" disabled={isPending} onClick={() => mutate(null)}>
            {texts.clear}
          </Button>
        )}
        <TextLink to="/tools/$tool/settings" params={{ tool: row.name }} search={{ as: bot }} fz="sm">
          {texts.allSettings}
        </TextLink>
      </Group>
      <Guard isDirty={isDirty && !isPending} />
    </Stack>
  );
}

/** Asks before what was typed is lost. */
function Guard({ isDirty }: { readonly isDirty: boolean }): React.ReactElement | null {
  const texts = useTexts(drawerTexts);
  const { close } = useTexts(partTexts);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && (current.pathname !== next.pathname || toolIn(current.search) !== toolIn(next.search)),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Modal opened onClose={reset} title={texts.unsaved} closeButtonProps={{ 'aria-label': close }}>
      <Group justify="flex-end">
        <Button variant="default" onClick={reset} data-autofocus>
          {texts.stay}
        </Button>
        <Button color="red" onClick={proceed}>
          {texts.leave}
        </Button>
      </Group>
    </Modal>
  );
}

function toolIn(search: object): unknown {
  return 'tool' in search ? search.tool : undefined;
}

function write(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
}
