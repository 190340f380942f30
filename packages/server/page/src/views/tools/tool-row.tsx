import { Group, Paper, Stack, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { nameEffect } from '../../parts/describe-effect.js';
import { Foreign, ForeignName } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { OwnerBadge } from '../../parts/owner-badge.js';
import { Status } from '../../parts/status.js';
import { partTexts } from '../../parts/texts.js';
import { ToolIcon } from '../../parts/tool-icon.js';
import { useTexts } from '../../texts/define-texts.js';
import type { ToolListing } from './match-tools.js';
import { toolsTexts } from './texts.js';

/** One tool of the catalogue. */
export function ToolRow({ tool }: { readonly tool: ToolListing }): React.ReactElement {
  const texts = useTexts(toolsTexts);
  const { name, label, summary, owner, isBuiltIn, icon, policy, state } = tool;
  const effect = nameEffect({ changesData: !policy.readOnly, destroysData: policy.destructive }, useTexts(partTexts));
  return (
    <Paper withBorder p="sm" mb={8}>
      <Group wrap="nowrap" gap="sm" align="flex-start">
        <ToolIcon icon={icon ?? null} label={label} />
        <Stack gap={2} style={{ minWidth: 0, flex: 1 }}>
          <Group gap="xs" justify="space-between">
            <Group gap="xs" style={{ minWidth: 0 }}>
              <TextLink to="/tools/$tool" params={{ tool: name }} fw={600}>
                <Foreign text={label} />
              </TextLink>
              {label !== name && <ForeignName name={name} />}
            </Group>
            <Group gap="xs">
              {state === 'stale' && (
                <Status tone="warning" icon={IconClock}>
                  {texts.stale}
                </Status>
              )}
              {effect !== undefined && (
                <Text size="xs" c="dimmed">
                  {effect}
                </Text>
              )}
              <OwnerBadge owner={owner} isBuiltIn={isBuiltIn} />
            </Group>
          </Group>
          {summary !== '' && (
            <Text size="sm" c="dimmed" lineClamp={2}>
              <Foreign text={summary} />
            </Text>
          )}
        </Stack>
      </Group>
    </Paper>
  );
}
