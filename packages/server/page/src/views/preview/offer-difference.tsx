import type { ApiSchemas } from '@loadout/server/client';
import { Accordion, List, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { CodeBlock } from '../../parts/code-block.js';
import { Foreign, ForeignName, toPlain } from '../../parts/foreign.js';
import { ForeignPart } from '../../parts/foreign-part.js';
import type { WithheldCode } from '../../parts/reasons/reason-tone.js';
import { reasonTexts } from '../../parts/reasons/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { compareOffers } from './compare-offers.js';
import { JsonDifferences } from './json-diff/json-differences.js';
import { previewTexts } from './texts.js';

type Loadout = ApiSchemas['Loadout'];

/** In what the model gets something else in another context. */
export function OfferDifferences({
  before,
  after,
}: {
  readonly before: Loadout;
  readonly after: Loadout;
}): React.ReactElement {
  const texts = useTexts(previewTexts);
  const { onlyBefore, onlyAfter, changed, same, isReordered } = useMemo(
    () => compareOffers(before.toolsJson, after.toolsJson),
    [before.toolsJson, after.toolsJson],
  );
  const labels = new Map(
    [before, after].flatMap(({ offered, withheld }) =>
      [...offered, ...withheld].map((tool) => [tool.name, tool.label]),
    ),
  );
  const isPromptSame = before.instructions === after.instructions;
  const isSame = onlyBefore.length + onlyAfter.length + changed.length === 0 && isPromptSame && !isReordered;
  return (
    <Stack>
      <Text role="status" fw={600}>
        {isSame
          ? texts.noDifference
          : texts.differenceSummary(onlyBefore.length + onlyAfter.length, changed.length, same)}
      </Text>
      {onlyBefore.length > 0 && <OnlyIn title={texts.onlyFirst} names={onlyBefore} labels={labels} other={after} />}
      {onlyAfter.length > 0 && <OnlyIn title={texts.onlySecond} names={onlyAfter} labels={labels} other={before} />}
      {changed.length > 0 && (
        <section aria-labelledby="sent-differently">
          <Title order={3} id="sent-differently" mb={4}>
            {texts.sentDifferently}
          </Title>
          <Accordion multiple order={4} variant="separated">
            {changed.map(({ name, differences }) => (
              <Accordion.Item key={name} value={name}>
                <Accordion.Control>
                  <Foreign text={labels.get(name) ?? name} /> <ForeignName name={name} />
                </Accordion.Control>
                <Accordion.Panel>
                  <ForeignPart value={differences}>
                    <JsonDifferences differences={differences} label={texts.differencesOf(toPlain(name))} />
                  </ForeignPart>
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </section>
      )}
      {isReordered && <Text size="sm">{texts.reordered}</Text>}
      {!isPromptSame && (
        <section aria-labelledby="prompt-differs">
          <Title order={3} id="prompt-differs" mb={4}>
            {texts.promptDiffers}
          </Title>
          <Stack gap="xs">
            {[[texts.first, before.instructions] as const, [texts.second, after.instructions] as const].map(
              ([label, text]) => (
                <div key={label}>
                  <Text size="sm" c="dimmed">
                    {label}
                  </Text>
                  {text === '' ? <Text size="sm">{texts.nothing}</Text> : <CodeBlock text={text} label={label} />}
                </div>
              ),
            )}
          </Stack>
        </section>
      )}
    </Stack>
  );
}

function OnlyIn({
  title,
  names,
  labels,
  other,
}: {
  readonly title: string;
  readonly names: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
  /** Where they are not offered, and why. */
  readonly other: Loadout;
}): React.ReactElement {
  const reasons = useTexts(reasonTexts);
  const withheld = new Map(other.withheld.map(({ name, code }) => [name, code]));
  return (
    <section aria-label={title}>
      <Title order={3} mb={4}>
        {title}
      </Title>
      <List size="sm">
        {names.map((name) => {
          const code = withheld.get(name);
          return (
            <List.Item key={name}>
              <Foreign text={labels.get(name) ?? name} /> <ForeignName name={name} />
              {code !== undefined && Object.hasOwn(reasons, code) && (
                <>: {reasons[code as WithheldCode]}</> // it has it
              )}
            </List.Item>
          );
        })}
      </List>
    </section>
  );
}
