import { Flex, Group, List, Stack, Text } from '@mantine/core';
import { Foreign } from '../../parts/foreign.js';
import { OwnWords } from '../../parts/own-words.js';
import { Status, type Tone } from '../../parts/status.js';
import { useTexts } from '../../texts/define-texts.js';
import { describeCompanionProblem } from '../providers/describe-problem.js';
import { companionTexts } from '../providers/problem-texts.js';
import { FindingRemedy } from './finding-remedy.js';
import { type Finding, readDetails } from './read-details.js';
import { findingTexts } from './texts.js';
import { findingWords } from './words.js';

const tones: Readonly<Record<Finding['level'], Tone>> = { error: 'bad', warning: 'warning', note: 'note' };

/** Findings, each in the page's language, with what helps where it is done; the host's own words on demand. */
export function FindingItems({ findings }: { readonly findings: readonly Finding[] }): React.ReactElement {
  return (
    <List spacing="md" size="sm" listStyleType="none" w="100%">
      {findings.map((finding) => (
        <List.Item
          key={`${finding.code} ${finding.subject} ${finding.message}`}
          styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}
        >
          <FindingItem finding={finding} />
        </List.Item>
      ))}
    </List>
  );
}

function FindingItem({ finding }: { readonly finding: Finding }): React.ReactElement {
  const texts = useTexts(findingTexts);
  const words = useTexts(findingWords);
  const causes = useTexts(companionTexts);
  const { level, code, details, message } = finding;
  const sentence = texts[code](readDetails(details));
  const cause = details.cause === undefined ? '' : ` ${describeCompanionProblem(details.cause, causes)}`;
  return (
    <Flex gap={{ base: 4, sm: 'sm' }} align="flex-start" direction={{ base: 'column', sm: 'row' }}>
      <Status tone={tones[level]} style={{ flexShrink: 0 }}>
        {words[level]}
      </Status>
      <Stack gap={6} align="flex-start" miw={0}>
        <Text size="sm">
          <Foreign text={`${sentence}${cause}`} />
        </Text>
        <Group gap="xs">
          <FindingRemedy finding={finding} />
          {details.error !== undefined && <OwnWords text={message} />}
        </Group>
      </Stack>
    </Flex>
  );
}
