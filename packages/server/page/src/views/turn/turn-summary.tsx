import { Button, DataList, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Fact } from '../../parts/fact.js';
import { Foreign } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { Time } from '../../parts/time.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import { formatDuration, formatNumber } from '../../texts/format.js';
import { hasFailed } from './arrange-timeline.js';
import { type Texts, turnTexts } from './texts.js';
import type { RecordedTurn } from './turn-queries.js';

/** How the turn ended and what it used, before any detail. */
export function TurnSummary({
  recorded: { turn, calls },
  onGoTo,
}: {
  readonly recorded: RecordedTurn;
  readonly onGoTo: (call: string) => void;
}): React.ReactElement {
  const texts = useTexts(turnTexts);
  const failed = calls.find(hasFailed);
  const bot = turn?.botId ?? calls[0]?.botId;
  const startedAt = turn?.startedAt ?? calls[0]?.startedAt;
  return (
    <>
      {turn === undefined && <Text mb="sm">{texts.notWritten}</Text>}
      <DataList mb="md">
        {turn && <Fact label={texts.outcome}>{describeStop(turn.stop, texts)}</Fact>}
        {bot !== undefined && (
          <Fact label={texts.bot}>
            <TextLink to="/bots/$bot/loadout" params={{ bot }} size="sm">
              <Foreign text={bot} />
            </TextLink>
          </Fact>
        )}
        {startedAt !== undefined && (
          <Fact label={texts.started}>
            <Time at={startedAt} />
          </Fact>
        )}
        {turn && <Fact label={texts.took}>{formatDuration(turn.durationMs)}</Fact>}
        <Fact label={texts.calls}>{formatNumber(turn?.calls ?? calls.length)}</Fact>
        {turn && turn.modelRequests > 0 && <Fact label={texts.requests}>{formatNumber(turn.modelRequests)}</Fact>}
        {turn && <Fact label={texts.characters}>{texts.charactersOf(turn.resultCharacters)}</Fact>}
        {turn && turn.inputTokens !== null && (
          <Fact label={texts.tokens}>{texts.tokensOf(turn.inputTokens, turn.outputTokens ?? 0)}</Fact>
        )}
        {turn && <Fact label={texts.tools}>{texts.toolsOf(turn.offered, turn.withheld)}</Fact>}
        {turn && (
          <Fact label={texts.component}>
            <Foreign text={turn.component} />
          </Fact>
        )}
        {turn && turn.modelProviderId !== null && (
          <Fact label={texts.modelProvider}>
            <Foreign text={turn.modelProviderId} />
          </Fact>
        )}
        {turn && turn.conversationId !== null && (
          <Fact label={texts.conversation}>
            <Foreign text={turn.conversationId} />
          </Fact>
        )}
      </DataList>
      {failed && (
        <Group mb="md" gap="xs">
          <Text size="sm">
            <Foreign text={texts.firstFailure(failed.order, failed.tool)} />
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => onGoTo(failed.callId)}>
            {texts.goToIt}
          </Button>
        </Group>
      )}
    </>
  );
}

function describeStop(stop: string | null, texts: Translated<Texts>): ReactNode {
  if (stop === null) return texts.noLoop;
  const key = `stop_${stop}`;
  return Object.hasOwn(texts, key) ? (texts[key as 'stop_answer'] as string) : <Foreign text={stop} />; // all are plain texts
}
