import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { hostQuery } from '../../api/queries.js';
import { Foreign } from '../../parts/foreign.js';
import { Status } from '../../parts/status.js';
import { useTexts } from '../../texts/define-texts.js';
import { findLock } from './field-kind.js';
import { Labelled } from './labelled.js';
import { sayValue } from './layer-words.js';
import { SecretState } from './secret-state.js';
import type { Scope } from './settings-types.js';
import { SourceLine } from './source-line.js';
import { settingsTexts } from './texts.js';
import type { FieldState } from './use-settings-form.js';

/** A field that is not changed here: the organisation has locked it, or whoever looks may not. */
export function ShownField({
  state,
  scope,
}: {
  readonly state: FieldState;
  readonly scope: Scope;
}): React.ReactElement {
  const { setting } = state;
  const texts = useTexts(settingsTexts);
  const isLocked = findLock(setting) !== undefined;
  return (
    <Labelled setting={setting}>
      <Group gap="xs">
        {setting.isSecret ? (
          <SecretState state={state} scope={scope} />
        ) : (
          <Text size="sm">
            <Foreign text={sayValue(setting.value, texts)} />
          </Text>
        )}
        {isLocked && <Status tone="locked">{texts.locked}</Status>}
      </Group>
      {isLocked && <LockReason state={state} />}
      <SourceLine setting={setting} scope={scope} />
    </Labelled>
  );
}

/** Why it is locked, where, and whom to ask. */
function LockReason({ state: { setting } }: { readonly state: FieldState }): React.ReactElement {
  const texts = useTexts(settingsTexts);
  const { data: host } = useQuery(hostQuery);
  const lock = findLock(setting);
  const source = host?.organisation?.source ?? undefined;
  // What the program itself decides stands in no file.
  const file = source === 'organisation' ? undefined : source;
  const reason = lock?.reason;
  const sentence =
    reason === undefined
      ? file === undefined
        ? texts.lockedBy
        : texts.lockedIn(file)
      : file === undefined
        ? texts.lockedWhy(reason)
        : texts.lockedInWhy(file, reason);
  return (
    <>
      <Text size="sm">
        <Foreign text={sentence} />
      </Text>
      {lock?.contact !== undefined && (
        <Text size="sm">
          <Foreign text={texts.ask(lock.contact)} />
        </Text>
      )}
      {lock?.problem !== undefined && (
        <Text size="sm">
          <Foreign text={lock.problem} />
        </Text>
      )}
    </>
  );
}
