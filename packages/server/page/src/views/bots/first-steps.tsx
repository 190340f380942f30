import { ActionIcon, Button, Group, Paper, Stack, Text, Timeline, type TimelineItemProps, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCheck, IconX } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, read } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { toPlain } from '../../parts/foreign.js';
import { ButtonLink, TextLink } from '../../parts/links.js';
import { useTexts } from '../../texts/define-texts.js';
import { type Language, useLanguage } from '../../texts/language.js';
import type { ToolRow } from '../bot/changes/loadout-types.js';
import type { Bot } from './bot-queries.js';
import { botsTexts } from './texts.js';

/** Whether any call is on record. */
const anyCallQuery = queryOptions({
  queryKey: ['any-call'],
  queryFn: async ({ signal }) => {
    const { traces } = await read(api.GET('/api/v1/traces', { params: { query: { limit: 1 } }, signal }));
    return traces.length > 0;
  },
});

const toolsOfBotQuery = (bot: string | undefined, locale: Language) =>
  queryOptions({
    queryKey: ['loadout', bot, 'first-steps', locale],
    enabled: bot !== undefined,
    queryFn: async ({ signal }) => {
      const params = { path: { bot: bot ?? '' }, query: { locale } };
      return (await read(api.GET('/api/v1/bots/{bot}/tools', { params, signal }))).rows;
    },
  });

/** Three steps to the first call, with what is done of them; gone when all are, or when somebody hides it. */
export function FirstSteps({
  bots,
  onAdd,
}: {
  readonly bots: readonly Bot[];
  readonly onAdd: () => void;
}): React.ReactElement | null {
  const texts = useTexts(botsTexts);
  const locale = useLanguage();
  const [isHidden, setHidden] = useLocalStorage({ key: 'loadout.first-steps-hidden', defaultValue: false });
  const bot = bots[0]?.id;
  const { data: hasCalled } = useQuery({ ...anyCallQuery, enabled: !isHidden });
  const { data: rows } = useQuery({ ...toolsOfBotQuery(bot, locale), ...(isHidden ? { enabled: false } : {}) });
  const offered = rows?.find(({ state }) => state === 'offered');
  if (isHidden || hasCalled !== false || (bot !== undefined && rows === undefined)) return null;
  const active = bot === undefined ? 0 : offered === undefined ? 1 : 2;
  return (
    <Paper component="section" withBorder p="md" mb="md" aria-labelledby="first-steps">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3" id="first-steps">
          {texts.guideTitle}
        </Title>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={texts.guideDismiss}
          title={texts.guideDismiss}
          onClick={() => setHidden(true)}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <Timeline active={active} bulletSize={28} lineWidth={2} role="list">
        <Step number={1} active={active} title={texts.step1} hint={texts.step1Hint}>
          <Button onClick={onAdd}>{texts.step1}</Button>
        </Step>
        <Step number={2} active={active} title={texts.step2}>
          {bot !== undefined && <FirstTools bot={bot} rows={rows ?? []} />}
        </Step>
        <Step number={3} active={active} title={texts.step3} hint={texts.step3Hint}>
          {bot !== undefined && offered && (
            <Group>
              <ButtonLink to="/tools/$tool/playground" params={{ tool: offered.name }} search={{ as: bot }}>
                {texts.tryCall(toPlain(offered.label))}
              </ButtonLink>
              <ButtonLink to="/bots/$bot/preview" params={{ bot }} variant="default">
                {texts.guideDone}
              </ButtonLink>
            </Group>
          )}
        </Step>
      </Timeline>
    </Paper>
  );
}

/** A step, and what it takes while it is the one to be done. */
function Step({
  number,
  active,
  title,
  hint,
  children,
  ...item
}: {
  readonly number: number;
  /** How many steps are done. */
  readonly active: number;
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
} & TimelineItemProps): React.ReactElement {
  const texts = useTexts(botsTexts);
  const isNow = number === active + 1;
  const isDone = number <= active;
  return (
    <Timeline.Item
      {...item}
      role="listitem"
      aria-current={isNow ? 'step' : undefined}
      title={title}
      {...(isNow || isDone ? {} : { color: 'gray.7' })}
      bullet={isDone ? <IconCheck size={16} aria-hidden /> : number}
    >
      {(isDone || hint !== undefined) && (
        <Text size="sm" c="dimmed" mb={isNow ? 'xs' : 0}>
          {isDone ? texts.done : hint}
        </Text>
      )}
      {isNow && children}
    </Timeline.Item>
  );
}

/** Tools to begin with, or where they come from. */
function FirstTools({ bot, rows }: { readonly bot: string; readonly rows: readonly ToolRow[] }): React.ReactElement {
  const texts = useTexts(botsTexts);
  if (rows.length === 0) {
    return (
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{texts.step2NoTools}</Text>
        <ButtonLink to="/providers" variant="default">
          {texts.toProviders}
        </ButtonLink>
      </Stack>
    );
  }
  const proposed = rows.filter(({ state, reasons }) => state === 'off' && reasons.length === 0).slice(0, 2);
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{proposed.length === 0 ? texts.step2NeedsMore : texts.step2Hint}</Text>
      {proposed.map(({ name, label }) => (
        <SwitchOn key={name} bot={bot} tool={name} label={label} />
      ))}
      <TextLink to="/bots/$bot/loadout" params={{ bot }} size="sm">
        {texts.allTools}
      </TextLink>
    </Stack>
  );
}

function SwitchOn({
  bot,
  tool,
  label,
}: {
  readonly bot: string;
  readonly tool: string;
  readonly label: string;
}): React.ReactElement {
  const texts = useTexts(botsTexts);
  const queryClient = useQueryClient();
  const { mutate, isPending } = useWrite({
    mutationFn: () => read(api.PUT('/api/v1/bots/{bot}/loadout/{tool}', { params: { path: { bot, tool } }, body: {} })),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate()}>
      {texts.switchOn(toPlain(label))}
    </Button>
  );
}
