import { DataList } from '@mantine/core';
import { Fact } from '../../parts/fact.js';
import { Foreign } from '../../parts/foreign.js';
import { Time } from '../../parts/time.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatDuration, formatNumber } from '../../texts/format.js';
import type { HostDescription } from './host-queries.js';
import { Section } from './section.js';
import { hostTexts } from './texts.js';

/** What the host is, and what its bounds are. */
export function HostFacts({ host }: { readonly host: HostDescription }): React.ReactElement {
  const texts = useTexts(hostTexts);
  const { version, startedAt, isDurable, secrets, traces, turnLimits, limits } = host;
  return (
    <Section title={texts.facts}>
      <DataList labelWidth={180}>
        {version !== '' && <Fact label={texts.version}>{version}</Fact>}
        <Fact label={texts.running}>
          <Time at={startedAt} />
        </Fact>
        <Fact label={texts.durable}>{isDurable ? texts.durableYes : texts.durableNo}</Fact>
        <Fact label={texts.secretPlace}>
          {secrets === null ? texts.noSecretPlace : texts[secrets.kind]}
          {secrets !== null && secrets.reason !== null && (
            <>
              {'. '}
              <Foreign text={secrets.reason} />
            </>
          )}
        </Fact>
        {traces !== null && (
          <Fact label={texts.traces}>
            {traces.maxAgeDays === null ? texts.forever : texts.forDays(traces.maxAgeDays)}
          </Fact>
        )}
        <Fact label={texts.turn}>
          {texts.turnOf(
            formatNumber(turnLimits.maxToolCalls),
            formatNumber(turnLimits.maxToolResultCharacters),
            formatDuration(turnLimits.maxTurnMs),
          )}
        </Fact>
        <Fact label={texts.listDeadline}>{formatDuration(limits.listMs)}</Fact>
      </DataList>
    </Section>
  );
}
