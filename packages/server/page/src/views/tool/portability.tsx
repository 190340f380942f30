import type { ApiSchemas } from '@loadout/server/client';
import { Button, Code, Collapse, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { modelApiLabels } from '../../api/words.js';
import { CodeBlock } from '../../parts/code-block.js';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { Status, type Tone } from '../../parts/status.js';
import { useTexts } from '../../texts/define-texts.js';
import { toolTexts } from './texts.js';
import { portabilityQuery } from './tool-queries.js';

type ApiPortability = ApiSchemas['ApiPortability'];

const tones: Readonly<Record<ApiPortability['mode'], Tone>> = { strict: 'good', 'non-strict': 'quiet', refused: 'bad' };

/** How the tool is sent through each model API, and why so. */
export function Portability({ name }: { readonly name: string }): React.ReactElement {
  const texts = useTexts(toolTexts);
  const query = useQuery(portabilityQuery(name));
  return (
    <QueryPanel query={query} unread={texts.portabilityUnread}>
      {({ apis }) => (
        <Stack gap="lg">
          {apis.map((one) => (
            <OneApi key={`${one.api} ${one.geminiSchema ?? ''}`} portability={one} />
          ))}
        </Stack>
      )}
    </QueryPanel>
  );
}

function OneApi({
  portability: { api, geminiSchema, mode, isChanged, remarks, wire },
}: {
  readonly portability: ApiPortability;
}): React.ReactElement {
  const texts = useTexts(toolTexts);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const title = geminiSchema === undefined ? modelApiLabels[api] : texts.olderGemini;
  return (
    <section aria-labelledby={id}>
      <Group gap="xs" mb={4}>
        <Title order={4} size="h3" id={id}>
          {title}
        </Title>
        <Status tone={tones[mode]}>{texts[mode]}</Status>
        {isChanged && mode !== 'refused' && (
          <Text size="sm" c="dimmed">
            {texts.isChanged}
          </Text>
        )}
      </Group>
      {remarks.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noRemarks}
        </Text>
      ) : (
        <List size="sm">
          {remarks.map(({ pointer, code, message }) => (
            <List.Item key={`${pointer} ${code}`}>
              {pointer !== '' && (
                <>
                  <Code>{toPlain(pointer)}</Code>{' '}
                </>
              )}
              <Foreign text={message} />
            </List.Item>
          ))}
        </List>
      )}
      {wire !== null && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            mt="xs"
            aria-expanded={isOpen}
            aria-label={texts.showWireFor(title)}
            onClick={() => setOpen(!isOpen)}
          >
            {texts.showWire}
          </Button>
          <Collapse expanded={isOpen} mt="xs">
            {isOpen && <CodeBlock text={JSON.stringify(wire, null, 2)} label={texts.wireOf(title)} />}
          </Collapse>
        </>
      )}
    </section>
  );
}
