import { Button, Code, DataList, Group, List, Stack, Text, Title } from '@mantine/core';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan } from '../../api/session.js';
import { Fact } from '../../parts/fact.js';
import { Foreign, ForeignName } from '../../parts/foreign.js';
import { ButtonLink } from '../../parts/links.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { reasonTexts } from '../../parts/reasons/texts.js';
import { Time } from '../../parts/time.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatNumber } from '../../texts/format.js';
import { BotDialogs, type BotTask } from '../bots/bot-dialogs.js';
import { summaryQuery } from '../bots/bot-queries.js';
import { botsTexts } from '../bots/texts.js';
import { botAboutTexts } from './about-texts.js';

const route = getRouteApi('/bots/$bot/about');

/** What is known of a bot, and what can be done with it as a whole. */
export function BotAboutView(): React.ReactElement {
  const texts = useTexts(botAboutTexts);
  const actions = useTexts(botsTexts);
  const reasonWords = useTexts(reasonTexts);
  const { bot: id } = route.useParams();
  const navigate = route.useNavigate();
  const query = useQuery(summaryQuery(id));
  const isOperator = useCan('operator');
  const [kind, setKind] = useState<BotTask['kind']>();
  return (
    <QueryPanel query={query} unread={texts.unread}>
      {({ bot, counts, reasons, lastTurnAt }) => (
        <Stack gap="lg" align="flex-start">
          <DataList>
            <Fact label={texts.name}>
              <Foreign text={bot.displayName} />
            </Fact>
            <Fact label={texts.id}>
              <ForeignName name={bot.id} />
              <Text size="xs" c="dimmed">
                {texts.idHint}
              </Text>
            </Fact>
            <Fact label={texts.created}>
              <Time at={bot.createdAt} />
            </Fact>
            <Fact label={texts.lastTurn}>{lastTurnAt === null ? texts.noTurn : <Time at={lastTurnAt} />}</Fact>
            <Fact label={texts.tools}>{texts.toolsOf(counts.on, counts.offered, counts.withheld)}</Fact>
            {reasons.length > 0 && (
              <Fact label={texts.withheld}>
                <List size="sm" listStyleType="none">
                  {reasons.map(({ code, count }) => (
                    <List.Item key={code}>
                      {reasonWords[code]}: {formatNumber(count)}
                    </List.Item>
                  ))}
                </List>
              </Fact>
            )}
            <Fact label={texts.revision}>{texts.revisionOf(bot.loadoutRevision)}</Fact>
          </DataList>
          <Group>
            <ButtonLink to="/traces" search={{ bot: id }} variant="default">
              {texts.traces}
            </ButtonLink>
            <ButtonLink to="/audit" search={{ bot: id }} variant="default">
              {texts.changes}
            </ButtonLink>
          </Group>
          <section aria-labelledby="calling">
            <Title order={2} size="h3" id="calling" mb="xs">
              {texts.try}
            </Title>
            <Text size="sm" mb="xs">
              {texts.tryHint}
            </Text>
            <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {`curl ${location.origin}/api/v1/bots/${bot.id}/loadout -H "authorization: Bearer $LOADOUT_TOKEN"`}
            </Code>
          </section>
          {isOperator && (
            <Group>
              <Button
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => setKind('rename')}
              >
                {actions.rename}
              </Button>
              <Button
                variant="default"
                leftSection={<IconCopy size={16} aria-hidden />}
                onClick={() => setKind('copy')}
              >
                {actions.copy}
              </Button>
              <Button color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setKind('remove')}>
                {actions.remove}
              </Button>
            </Group>
          )}
          <BotDialogs
            task={kind === undefined ? undefined : { kind, bot }}
            onClose={() => setKind(undefined)}
            onRemoved={() => void navigate({ to: '/' })}
          />
        </Stack>
      )}
    </QueryPanel>
  );
}
