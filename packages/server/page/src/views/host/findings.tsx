import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryPanel } from '../../parts/query-panel.js';
import { useTexts } from '../../texts/define-texts.js';
import { findingsQuery } from '../bots/bot-queries.js';
import { FindingItems } from '../findings/finding-items.js';
import { Section } from './section.js';
import { hostTexts } from './texts.js';

/** What an operator should know of, each with what helps. */
export function Findings(): React.ReactElement {
  const texts = useTexts(hostTexts);
  const query = useQuery(findingsQuery);
  return (
    <Section title={texts.findings} hint={texts.findingsHint}>
      <QueryPanel query={query} unread={texts.findingsUnread}>
        {(findings) =>
          findings.length === 0 ? <Text c="dimmed">{texts.noFindings}</Text> : <FindingItems findings={findings} />
        }
      </QueryPanel>
    </Section>
  );
}
