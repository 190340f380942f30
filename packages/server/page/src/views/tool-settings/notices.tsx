import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Foreign } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { useTexts } from '../../texts/define-texts.js';
import { findLock } from './field-kind.js';
import type { Scope, ToolSettings } from './settings-types.js';
import { settingsTexts } from './texts.js';

const warning = {
  root: { background: 'var(--loadout-warning-tint)' },
  title: { color: 'var(--loadout-warning-text)' },
  icon: { color: 'var(--loadout-warning-text)' },
  message: { color: 'var(--mantine-color-text)' },
};

/** What keeps the tool from being offered: fields that are missing, each a link to itself, and what the tool itself says. */
export function Notices({
  settings: { fields, missing, problems },
  scope,
  onField,
}: {
  readonly settings: ToolSettings;
  readonly scope: Scope;
  readonly onField: (field: string) => void;
}): React.ReactElement | null {
  const texts = useTexts(settingsTexts);
  const lacking = fields.filter((one) => missing.includes(one.field) && findLock(one) === undefined);
  // What is about a field is said at the field.
  const whole = problems.filter(({ field }) => field === undefined || !fields.some((one) => one.field === field));
  return (
    <>
      {lacking.length > 0 && (
        <Alert
          icon={<IconAlertTriangle aria-hidden />}
          title={
            <Foreign
              text={scope.bot === undefined ? texts.missingTitle : texts.missingForBot(scope.botName ?? scope.bot)}
            />
          }
          styles={warning}
        >
          <Text size="sm">{scope.bot === undefined ? texts.missingHint : texts.missingForBotHint}</Text>
          <List size="sm" listStyleType="none">
            {lacking.map(({ field, title }) => (
              <List.Item key={field}>
                <TextLink
                  to="."
                  search={(before: object) => ({ ...before, field })}
                  replace
                  onClick={() => onField(field)}
                  underline="always"
                >
                  <Foreign text={title} />
                </TextLink>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {whole.length > 0 && (
        <Alert icon={<IconAlertTriangle aria-hidden />} title={texts.problemsTitle} styles={warning}>
          {whole.map(({ field, message }) => (
            <Text size="sm" key={`${field ?? ''} ${message}`}>
              <Foreign text={message} />
            </Text>
          ))}
        </Alert>
      )}
    </>
  );
}
