import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { type ApiProblem, isApiProblem } from '../../../api/problem.js';
import { useWrite } from '../../../api/use-write.js';
import { toPlain } from '../../../parts/foreign.js';
import { JsonEditor } from '../../../parts/json-editor.js';
import { ButtonLink, TextLink } from '../../../parts/links.js';
import { ProblemAlert } from '../../../parts/problem-alert.js';
import { partTexts } from '../../../parts/texts.js';
import { TheirsOrMine } from '../../../parts/theirs-or-mine.js';
import { useTexts } from '../../../texts/define-texts.js';
import { writeFields } from '../../bot/changes/describe-standing.js';
import { findAuthors } from '../../bot/changes/find-touched.js';
import type { ToolRow } from '../../bot/changes/loadout-types.js';
import { mergeFields } from '../../bot/changes/mine.js';
import { changeTexts } from '../../bot/changes/texts.js';
import type { LoadoutChanges } from '../../bot/changes/use-loadout-changes.js';
import { useRowActions } from '../row-actions.js';
import { drawerTexts } from './texts.js';

/** Who of the others changed the tool last; null: the log does not say. */
const lastAuthorQuery = (bot: string, tool: string) =>
  queryOptions({
    queryKey: ['audit', 'author', bot, tool],
    queryFn: async () => (await findAuthors(bot, undefined)).get(tool)?.actor.name ?? null,
  });

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
  const changes = useTexts(changeTexts);
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
  const mine = isObject ? ((value as Override | undefined) ?? null) : null;
  // Nothing is saved before somebody has chosen.
  const isOpen = isTheirs && isDirty;
  const { data: who } = useQuery({ ...lastAuthorQuery(bot, row.name), enabled: isOpen });
  const { mutate, isPending, error, reset } = useWrite({
    async mutationFn(next: Override | null) {
      const made = await make({
        kind: next === null ? 'cleared' : 'overridden',
        tools: [row],
        changes: [{ action: 'override', tool: row.name, settingsOverride: next }],
        isWhole: true,
        base: new Map([[row.name, { ...row, hasOverride: base !== null, settingsOverride: base }]]),
        isAskedThere: true,
      });
      if (made.error !== undefined) throw made.error;
      if (made.conflicts.length > 0) return;
      setBase(next);
      setValue(next ?? undefined);
    },
  });
  const secret = isApiProblem(error) && error.code === 'SETTING_SECRET' ? findField(error) : undefined;
  const fieldError = !isObject
    ? texts.overrideObject
    : secret !== undefined
      ? texts.secretAlone(toPlain(secret))
      : error !== null
        ? toPlain(error.message)
        : undefined;
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
      {secret !== undefined && (
        <ButtonLink
          to="/tools/$tool/settings"
          params={{ tool: row.name }}
          search={{ as: bot, field: secret }}
          size="compact-sm"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.toSecret(toPlain(secret))}
        </ButtonLink>
      )}
      {isOpen && (
        <TheirsOrMine
          title={who ? changes.conflictBy(who) : undefined}
          theirs={writeFields(override) ?? changes.noOwnSettings}
          mine={writeFields(mine) ?? changes.noOwnSettings}
          onKeep={() => {
            setReadable(true);
            setBase(override);
            setValue(override ?? undefined);
          }}
          onApply={() => {
            setBase(override);
            setValue(mergeFields(mine, base, override) ?? undefined);
          }}
        />
      )}
      {error !== null && isApiProblem(error) && error.isUnreachable && (
        <ProblemAlert title={texts.save} error={error} />
      )}
      <Group gap="xs">
        <Button
          size="compact-sm"
          loading={isPending}
          disabled={!isDirty || !isReadable || !isObject || isOpen}
          onClick={() => mutate(mine)}
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
          <Button size="compact-sm" variant="default" disabled={isPending || isOpen} onClick={() => mutate(null)}>
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

/** The field of the override that a refusal points at. */
function findField({ places }: ApiProblem): string {
  const [, field = ''] = /\/settingsOverride\/([^/]*)$/.exec(places[0]?.pointer ?? '') ?? [];
  return field.replaceAll('~1', '/').replaceAll('~0', '~');
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
