import { Button, Group, Menu, Stack, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTexts } from '../../texts/define-texts.js';
import { callTexts } from '../call-texts.js';
import { focusSoon } from '../focus-soon.js';
import { toPlain } from '../foreign.js';
import { partTexts } from '../texts.js';
import { forgetReason, keepReason } from './unsent-reasons.js';

/** How long an approval holds. */
export type Scope = 'once' | 'turn' | 'conversation';

const longestReason = 2_000;

/** The least permission comes first; what holds longer is in its menu. */
export function DecisionButtons({
  approval,
  label,
  scopes,
  isBusy,
  isCautious = false,
  onAllow,
  onDeny,
}: {
  /** Its id, where somebody else may decide meanwhile: what was typed is kept then. */
  readonly approval?: string;
  /** The tool's label: it is part of the buttons' names. */
  readonly label: string;
  /** What can be allowed beside `once`. */
  readonly scopes: readonly Exclude<Scope, 'once'>[];
  readonly isBusy: boolean;
  /** Whether allowing is not what is suggested. */
  readonly isCautious?: boolean;
  readonly onAllow: (scope: Scope) => void;
  readonly onDeny: (reason: string | undefined) => void;
}): React.ReactElement {
  const texts = useTexts(callTexts);
  const words = useTexts(partTexts);
  const [isDenying, { open, close }] = useDisclosure();
  const denyId = useId();
  const [reason, setReason] = useState('');
  const change = (typed: string): void => {
    setReason(typed);
    if (approval === undefined) return;
    if (typed.trim() === '') forgetReason(approval);
    else keepReason({ approval, label, reason: typed });
  };
  const shown = toPlain(label);
  const variant = isCautious ? 'default' : 'filled';
  if (isDenying) {
    return (
      <Stack gap="xs">
        <Textarea
          label={texts.denyReason}
          description={texts.denyReasonHint}
          value={reason}
          onChange={(event) => change(event.currentTarget.value)}
          maxLength={longestReason}
          autosize
          minRows={2}
          autoFocus
        />
        <Group gap="xs">
          <Button color="red" loading={isBusy} onClick={() => onDeny(reason.trim() === '' ? undefined : reason.trim())}>
            {texts.denyCall}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              close();
              if (approval !== undefined) forgetReason(approval);
              focusSoon(denyId);
            }}
          >
            {words.cancel}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Group gap="xs">
      <Button.Group>
        <Button
          variant={variant}
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={isBusy}
          onClick={() => onAllow('once')}
          aria-label={`${texts.allowOnce}: ${shown}`}
        >
          {texts.allowOnce}
        </Button>
        {scopes.length > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant={variant} px="xs" aria-label={`${texts.allowFor}: ${shown}`} disabled={isBusy}>
                <IconChevronDown size={16} aria-hidden />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {scopes.map((scope) => (
                <Menu.Item key={scope} onClick={() => onAllow(scope)}>
                  {scope === 'turn' ? texts.allowTurn : texts.allowConversation}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Button.Group>
      <Button
        id={denyId}
        variant="default"
        leftSection={<IconX size={16} aria-hidden />}
        disabled={isBusy}
        onClick={open}
        aria-label={`${texts.deny}: ${shown}`}
      >
        {texts.deny}
      </Button>
    </Group>
  );
}
