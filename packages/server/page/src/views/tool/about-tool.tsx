import { Grid, Stack, Text } from '@mantine/core';
import { Foreign, ForeignName, toPlain } from '../../parts/foreign.js';
import { ForeignPart } from '../../parts/foreign-part.js';
import { TextLink } from '../../parts/links.js';
import { PolicyList } from '../../parts/policy/policy-list.js';
import { policyTexts } from '../../parts/policy/texts.js';
import type { Schema } from '../../parts/schema-form/schema-parts.js';
import { useTexts } from '../../texts/define-texts.js';
import { companionOf } from './companion-of.js';
import { FieldTable } from './field-table.js';
import { OtherOwners } from './other-owners.js';
import { Section } from './section.js';
import { toolTexts } from './texts.js';
import type { DetailedTool, ToolDescription } from './tool-types.js';
import { UsedBy } from './used-by.js';

/** What a tool does, who it is from, what holds for its calls, and what it takes. */
export function AboutTool({
  tool,
  description,
}: {
  readonly tool: DetailedTool;
  readonly description: ToolDescription;
}): React.ReactElement {
  const texts = useTexts(toolTexts);
  const policy = useTexts(policyTexts);
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="xl">
          <Section title={texts.purpose}>
            <Stack gap="xs">
              {tool.summary !== '' && (
                <Text>
                  <Foreign text={tool.summary} />
                </Text>
              )}
              <div>
                <Text size="sm" c="dimmed">
                  {texts.forModel}
                </Text>
                <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                  <Foreign text={tool.description} />
                </Text>
              </div>
              {tool.systemPromptInstructions !== undefined && (
                <div>
                  <Text size="sm" c="dimmed">
                    {texts.instructions}
                  </Text>
                  <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                    <Foreign text={tool.systemPromptInstructions} />
                  </Text>
                </div>
              )}
            </Stack>
          </Section>
          <Section title={texts.arguments}>
            <ForeignPart value={tool.schema}>
              <FieldTable schema={tool.schema as Schema} label={texts.arguments} none={texts.noArguments} />
            </ForeignPart>
          </Section>
          {tool.outputSchema !== undefined && (
            <Section title={texts.results}>
              <ForeignPart value={tool.outputSchema}>
                <FieldTable schema={tool.outputSchema as Schema} label={texts.results} none={texts.noFields} />
              </ForeignPart>
            </Section>
          )}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="xl">
          <Section title={policy.title}>
            <PolicyList tool={tool} />
          </Section>
          <Section title={texts.origin}>
            <Stack gap={4} align="flex-start">
              {tool.isBuiltIn ? (
                <Text size="sm">{texts.builtIn}</Text>
              ) : (
                <Text size="sm" component="div">
                  {texts.from}{' '}
                  <TextLink to="/providers/$provider" params={{ provider: companionOf(tool.owner) }} size="sm">
                    <Foreign text={tool.owner} />
                  </TextLink>
                </Text>
              )}
              {tool.originalName !== undefined && (
                <Text size="sm">
                  {texts.originalName} <ForeignName name={tool.originalName} />
                </Text>
              )}
              <Text size="sm">
                {tool.aliases.length === 0
                  ? texts.noAliases
                  : `${texts.aliases} ${tool.aliases.map(toPlain).join(', ')}`}
              </Text>
              <OtherOwners description={description} owner={tool.owner} />
            </Stack>
          </Section>
          <Section title={texts.usedBy}>
            <UsedBy description={description} />
          </Section>
        </Stack>
      </Grid.Col>
    </Grid>
  );
}
