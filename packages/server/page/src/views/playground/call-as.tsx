import { Stack, Tabs, Text } from '@mantine/core';
import { CodeBlock } from '../../parts/code-block.js';
import { useTexts } from '../../texts/define-texts.js';
import type { CallRequest } from './call-run.js';
import { toCommand, toCurl, toTypeScript } from './snippets.js';
import { playgroundTexts } from './texts.js';

/** The call that the form would make now, from a shell or a program. */
export function CallAs({ request }: { readonly request: CallRequest }): React.ReactElement {
  const texts = useTexts(playgroundTexts);
  const { origin } = location;
  return (
    <Stack gap="xs">
      <Tabs defaultValue="curl" variant="pills" keepMounted={false}>
        <Tabs.List mb="xs">
          <Tabs.Tab value="curl">{texts.curl}</Tabs.Tab>
          <Tabs.Tab value="command">{texts.command}</Tabs.Tab>
          <Tabs.Tab value="typescript">{texts.typeScript}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="curl">
          <CodeBlock text={toCurl(request, origin)} label={texts.curl} />
        </Tabs.Panel>
        <Tabs.Panel value="command">
          <CodeBlock text={toCommand(request)} label={texts.command} />
        </Tabs.Panel>
        <Tabs.Panel value="typescript">
          <CodeBlock text={toTypeScript(request, origin)} label={texts.typeScript} />
        </Tabs.Panel>
      </Tabs>
      <Text size="sm" c="dimmed">
        {texts.tokenHint}
      </Text>
    </Stack>
  );
}
