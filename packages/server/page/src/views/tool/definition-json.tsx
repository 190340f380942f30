import { Stack, Text } from '@mantine/core';
import { ForeignPart } from '../../parts/foreign-part.js';
import { JsonTree } from '../../parts/json-tree.js';
import { useTexts } from '../../texts/define-texts.js';
import { toolTexts } from './texts.js';
import type { DetailedTool } from './tool-types.js';

/** All that the host knows of a definition, as JSON, with its hash. */
export function DefinitionJson({ tool }: { readonly tool: DetailedTool }): React.ReactElement {
  const texts = useTexts(toolTexts);
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {texts.hash}{' '}
        <Text span ff="monospace" inherit>
          {tool.definitionHash}
        </Text>
      </Text>
      <ForeignPart value={tool}>
        <JsonTree value={tool} label={texts.definition} />
      </ForeignPart>
    </Stack>
  );
}
