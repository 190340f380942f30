import { DataList } from '@mantine/core';
import type { ReactNode } from 'react';
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
        {version !== '' && <Item label={texts.version}>{version}</Item>}
        <Item label={texts.running}>
          <Time at={startedAt} />
        </Item>
        <Item label={texts.durable}>{isDurable ? texts.durableYes : texts.durableNo}</Item>
        <Item label={texts.secretPlace}>
          {secrets === null ? texts.noSecretPlace : texts[secrets.kind]}
          {secrets !== null && secrets.reason !== null && (
            <>
              {'. '}
              <Foreign text={secrets.reason} />
            </>
          )}
        </Item>
        {traces !== null && (
          <Item label={texts.traces}>
            {traces.maxAgeDays === null ? texts.forever : texts.forDays(traces.maxAgeDays)}
          </Item>
        )}
        <Item label={texts.turn}>
          {texts.turnOf(
            formatNumber(turnLimits.maxToolCalls),
            formatNumber(turnLimits.maxToolResultCharacters),
            formatDuration(turnLimits.maxTurnMs),
          )}
        </Item>
        <Item label={texts.listDeadline}>{formatDuration(limits.listMs)}</Item>
      </DataList>
    </Section>
  );
}

function Item({ label, children }: { readonly label: string; readonly children: ReactNode }): React.ReactElement {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}
