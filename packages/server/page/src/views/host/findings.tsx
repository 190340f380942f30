import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Foreign } from '../../parts/foreign.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { Status, type Tone } from '../../parts/status.js';
import { useTexts } from '../../texts/define-texts.js';
import { findingsQuery } from '../bots/bot-queries.js';
import { Section } from './section.js';
import { hostTexts } from './texts.js';

const tones: Readonly<Record<'error' | 'warning' | 'note', Tone>> = { error: 'bad', warning: 'warning', note: 'note' };

/** What an operator should know of, each with what helps. */
export function Findings(): React.ReactElement {
  const texts = useTexts(hostTexts);
  const query = useQuery(findingsQuery);
  return (
    <Section title={texts.findings} hint={texts.findingsHint}>
      <QueryPanel query={query} what={texts.findingsWhat}>
        {(findings) =>
          findings.length === 0 ? (
            <Text c="dimmed">{texts.noFindings}</Text>
          ) : (
            <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
              {findings.map(({ level, area, subject, message, remedy }) => (
                <Group key={`${area} ${subject} ${message}`} component="li" gap="sm" align="flex-start" wrap="nowrap">
                  <Status tone={tones[level]} style={{ flexShrink: 0 }}>
                    {texts[level]}
                  </Status>
                  <Text size="sm">
                    <Foreign text={`${subject}: ${message}${remedy === null ? '' : ` ${remedy}`}`} />
                  </Text>
                </Group>
              ))}
            </Stack>
          )
        }
      </QueryPanel>
    </Section>
  );
}
