import { ActionIcon, Button, Group, Paper, Stack, Stepper, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';
import { toPlain } from '../../parts/foreign.js';
import { ButtonLink, TextLink } from '../../parts/links.js';
import { useTexts } from '../../texts/define-texts.js';
import { type Language, useLanguage } from '../../texts/language.js';
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
  const proposed = rows?.filter(({ state, reasons }) => state === 'off' && reasons.length === 0).slice(0, 2) ?? [];
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
      <Stepper active={active} orientation="vertical" size="sm" allowNextStepsSelect={false}>
        <Stepper.Step
          label={texts.step1}
          description={active > 0 ? texts.done : texts.step1Hint}
          aria-current={active === 0 ? 'step' : undefined}
        />
        <Stepper.Step
          label={texts.step2}
          description={active > 1 ? texts.done : undefined}
          aria-current={active === 1 ? 'step' : undefined}
        />
        <Stepper.Step
          label={texts.step3}
          description={texts.step3Hint}
          aria-current={active === 2 ? 'step' : undefined}
        />
      </Stepper>
      {active === 0 && <Button onClick={onAdd}>{texts.step1}</Button>}
      {active === 1 && bot !== undefined && (
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{texts.step2Hint}</Text>
          {proposed.map(({ name, label }) => (
            <SwitchOn key={name} bot={bot} tool={name} label={label} />
          ))}
          <TextLink to="/bots/$bot/loadout" params={{ bot }} size="sm">
            {texts.allTools}
          </TextLink>
        </Stack>
      )}
      {active === 2 && bot !== undefined && offered && (
        <Group>
          <ButtonLink to="/tools/$tool/playground" params={{ tool: offered.name }} search={{ as: bot }}>
            {texts.tryCall(toPlain(offered.label))}
          </ButtonLink>
          <ButtonLink to="/bots/$bot/preview" params={{ bot }} variant="default">
            {texts.guideDone}
          </ButtonLink>
        </Group>
      )}
    </Paper>
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
  const { mutate, isPending } = useMutation({
    mutationFn: () => read(api.PUT('/api/v1/bots/{bot}/loadout/{tool}', { params: { path: { bot, tool } }, body: {} })),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate()}>
      {texts.switchOn(toPlain(label))}
    </Button>
  );
}
