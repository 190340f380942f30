import type { ApiSchemas } from '@loadout/server/client';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';
import type { LoadoutContext } from '../../api/queries.js';
import { useWrite } from '../../api/use-write.js';
import { Foreign } from '../../parts/foreign.js';
import { ButtonLink } from '../../parts/links.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { useTexts } from '../../texts/define-texts.js';
import { playgroundTexts } from './texts.js';
import { WithheldNotice } from './withheld-notice.js';

/** What keeps the chosen bot from running the tool, with the way out. */
export function BotNotice({
  tool,
  bots,
  bot,
  users,
  context = {},
}: {
  readonly tool: string;
  readonly bots: readonly ApiSchemas['Bot'][];
  readonly bot: string | undefined;
  readonly users: readonly string[];
  /** Default: as in a chat. */
  readonly context?: LoadoutContext;
}): React.ReactElement | null {
  const texts = useTexts(playgroundTexts);
  const client = useQueryClient();
  const assign = useWrite({
    mutationFn: (to: string) =>
      read(api.PUT('/api/v1/bots/{bot}/loadout/{tool}', { params: { path: { bot: to, tool } }, body: {} })),
    onSuccess: () => client.invalidateQueries(),
  });
  const chosen = bots.find(({ id }) => id === bot);
  if (bots.length === 0) {
    return (
      <Alert color="gray">
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{texts.noBots}</Text>
          <ButtonLink to="/" size="xs" variant="default">
            {texts.toBots}
          </ButtonLink>
        </Stack>
      </Alert>
    );
  }
  if (chosen === undefined) {
    return (
      <Alert color="gray">
        <Foreign text={texts.unknownBot(bot ?? '')} />
      </Alert>
    );
  }
  const { displayName } = chosen;
  if (users.includes(chosen.id))
    return <WithheldNotice context={context} tool={tool} bot={chosen.id} name={displayName} />;
  return (
    <Alert color="gray">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Foreign text={texts.notOn(displayName)} />
        </Text>
        {assign.error && <ProblemAlert title={texts.notSwitched} error={assign.error} />}
        <Button size="xs" variant="default" loading={assign.isPending} onClick={() => assign.mutate(chosen.id)}>
          <Foreign text={texts.switchOn(displayName)} />
        </Button>
      </Stack>
    </Alert>
  );
}
