import type { ApiSchemas } from '@loadout/server/client';
import { DataList, List, Stack, Text, Title } from '@mantine/core';
import { useCan } from '../../api/session.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatDuration, formatExactTime } from '../../texts/format.js';
import { CallStatus } from '../call-status.js';
import { Fact } from '../fact.js';
import { Foreign } from '../foreign.js';
import { ForeignPart } from '../foreign-part.js';
import { JsonTree } from '../json-tree.js';
import { ButtonLink, TextLink } from '../links.js';
import { Status } from '../status.js';
import { recordTexts } from './texts.js';

/** Everything that is on record of one call. */
export function TraceDetails({
  trace,
  isBesideCall = false,
  hasArguments = true,
}: {
  readonly trace: ApiSchemas['Trace'];
  /** It stands where the call was made: its tool and its bot are known there. */
  readonly isBesideCall?: boolean;
  readonly hasArguments?: boolean;
}): React.ReactElement {
  const texts = useTexts(recordTexts);
  const isOperator = useCan('operator');
  const { tool, owner, botId, turnId, callId, status, executed, hasEnded, repairs, errorId, waitedMs } = trace;
  const known: readonly string[] = ['empty-arguments', 'null-removed', 'json-parsed'];
  const describeRepair = (kind: string): string => (known.includes(kind) ? texts[kind as 'null-removed'] : kind); // one of those that have words
  return (
    <Stack>
      <DataList>
        <Fact label={texts.status}>
          {hasEnded ? <CallStatus status={status} /> : <Status tone="note">{texts.running}</Status>}
        </Fact>
        <Fact label={texts.ran}>{texts[executed]}</Fact>
        {!isBesideCall && (
          <>
            <Fact label={texts.tool}>
              <TextLink to="/tools/$tool" params={{ tool }} size="sm">
                <Foreign text={tool} />
              </TextLink>
            </Fact>
            {owner !== undefined && (
              <Fact label={texts.owner}>
                <Foreign text={owner} />
              </Fact>
            )}
            <Fact label={texts.bot}>
              <TextLink to="/bots/$bot/loadout" params={{ bot: botId }} size="sm">
                <Foreign text={botId} />
              </TextLink>
            </Fact>
          </>
        )}
        <Fact label={texts.started}>{formatExactTime(trace.startedAt)}</Fact>
        {hasEnded && <Fact label={texts.duration}>{formatDuration(trace.durationMs)}</Fact>}
        {waitedMs !== undefined && <Fact label={texts.waited}>{formatDuration(waitedMs)}</Fact>}
        <Fact label={texts.size}>{texts.characters(trace.resultCharacters)}</Fact>
        {errorId !== undefined && <Fact label={texts.error}>{texts.errorId(errorId)}</Fact>}
        <Fact label={texts.turn}>
          <TextLink to="/traces/turns/$turn" params={{ turn: turnId }} search={{ call: callId }} size="sm">
            {texts.timeline}
          </TextLink>
        </Fact>
      </DataList>
      {repairs.length > 0 && (
        <section>
          <Title order={3} mb={4}>
            {texts.repairs}
          </Title>
          <List size="sm">
            {repairs.map(({ pointer, kind }) => (
              <List.Item key={`${pointer} ${kind}`}>
                <Foreign text={`${pointer === '' ? '/' : pointer}: ${describeRepair(kind)}`} />
              </List.Item>
            ))}
          </List>
        </section>
      )}
      {hasArguments && (
        <section>
          <Title order={3} mb={4}>
            {texts.arguments}
          </Title>
          <Text size="sm" c="dimmed" mb={4}>
            {texts.masked}
          </Text>
          <ForeignPart value={trace.arguments}>
            <JsonTree value={trace.arguments} label={texts.arguments} />
          </ForeignPart>
        </section>
      )}
      {isOperator && !isBesideCall && (
        <ButtonLink to="/tools/$tool/playground" params={{ tool }} search={{ as: botId }} variant="default">
          {texts.tryAgain}
        </ButtonLink>
      )}
    </Stack>
  );
}
