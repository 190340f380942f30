import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Foreign, ForeignName } from '../../parts/foreign.js';
import { ButtonLink, TextLink } from '../../parts/links.js';
import { Status } from '../../parts/status.js';
import { useTexts } from '../../texts/define-texts.js';
import { describeLeftOut } from '../findings/describe-left-out.js';
import { findingTexts } from '../findings/texts.js';
import type { LeftOutTool } from './match-tools.js';
import { toolsTexts } from './texts.js';

const shownAtFirst = 5;

/** Definitions that no bot can get, beside those that one can. */
export function LeftOut({ leftOut }: { readonly leftOut: readonly LeftOutTool[] }): React.ReactElement {
  const texts = useTexts(toolsTexts);
  const sentences = useTexts(findingTexts);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? leftOut : leftOut.slice(0, shownAtFirst);
  return (
    <section aria-labelledby="left-out">
      <Title order={2} size="h3" id="left-out" mb={4}>
        {texts.leftOut(leftOut.length)}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.leftOutHint}
      </Text>
      <Stack component="ul" gap="md" p={0} m={0} mb="sm" style={{ listStyle: 'none' }}>
        {shown.map((one) => {
          const { name, owner, status, reason } = one;
          return (
            <Box component="li" key={`${owner} ${name} ${status} ${reason}`}>
              {name === null ? (
                <Text size="sm" fw={600}>
                  {texts.several}
                </Text>
              ) : (
                <TextLink to="/tools/$tool" params={{ tool: name }} size="sm">
                  <ForeignName name={name} c="inherit" />
                </TextLink>
              )}{' '}
              <Status tone={status === 'skipped' ? 'warning' : 'bad'}>{texts[status]}</Status>
              <Text size="xs" c="dimmed">
                <Foreign text={owner} />
              </Text>
              <Text size="sm">
                <Foreign text={describeLeftOut(one, sentences)} />
              </Text>
            </Box>
          );
        })}
      </Stack>
      {shown.length < leftOut.length && (
        <Button size="compact-sm" variant="default" me="xs" onClick={() => setWhole(true)}>
          {texts.showAll(leftOut.length)}
        </Button>
      )}
      <ButtonLink to="/providers/problems" size="compact-sm" variant="default">
        {texts.seeHelp}
      </ButtonLink>
    </section>
  );
}
