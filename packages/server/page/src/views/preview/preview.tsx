import type { ApiSchemas } from '@loadout/server/client';
import { EmptyState, Grid, Stack, Tabs, Text } from '@mantine/core';
import { IconToolsOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCan } from '../../api/session.js';
import { CodeBlock } from '../../parts/code-block.js';
import { ButtonLink } from '../../parts/links.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { useTexts } from '../../texts/define-texts.js';
import { dismissFailure } from '../bot/changes/loadout-state.js';
import type { BotTools } from '../bot/changes/loadout-types.js';
import { useLoadoutChanges } from '../bot/changes/use-loadout-changes.js';
import { type RowActions, RowActionsContext } from '../loadout/row-actions.js';
import { readContext, writeContext } from './read-context.js';
import { SecondContext } from './second-context.js';
import { previewTexts } from './texts.js';
import { TokenTable } from './token-table.js';
import { ToolArray } from './tool-array.js';
import { WithheldList } from './withheld-list.js';

const route = getRouteApi('/bots/$bot/preview');
const parts = ['tools', 'prompt', 'difference'] as const;

/** What the model gets, and beside it what it does not get, and what that takes. */
export function Preview({
  bot,
  botName,
  loadout,
  tools,
  isStale,
  onChangeContext,
}: {
  readonly bot: string;
  /** Foreign. */
  readonly botName: string;
  readonly loadout: ApiSchemas['Loadout'];
  readonly tools: UseQueryResult<BotTools, Error>;
  /** It is of another context, until that is read. */
  readonly isStale: boolean;
  readonly onChangeContext: () => void;
}): React.ReactElement {
  const texts = useTexts(previewTexts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { part = 'tools', api, with: other } = search;
  const actions = useRemedies({ bot, botName, onChangeContext });
  const first = search;
  return (
    <RowActionsContext value={actions}>
      <Grid gap="xl" aria-busy={isStale || undefined}>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Tabs
            value={part}
            keepMounted={false}
            onChange={(value) => {
              const next = parts.find((one) => one === value);
              void navigate({ search: (before) => ({ ...before, part: next === 'tools' ? undefined : next }) });
            }}
          >
            <Tabs.List mb="md">
              <Tabs.Tab value="tools">{texts.toolsTab}</Tabs.Tab>
              <Tabs.Tab value="prompt">{texts.promptTab}</Tabs.Tab>
              <Tabs.Tab value="difference">{texts.differenceTab}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="tools">
              {loadout.offered.length === 0 ? (
                <NoTools bot={bot} hasAssigned={loadout.assignments.length > 0} />
              ) : (
                <ToolArray
                  toolsJson={loadout.toolsJson}
                  count={loadout.offered.length}
                  fileName={`${bot}-${api ?? 'mcp'}-tools.json`}
                  note={api === undefined ? texts.withoutModel : undefined}
                />
              )}
            </Tabs.Panel>
            <Tabs.Panel value="prompt">
              {loadout.instructions === '' ? (
                <Text c="dimmed">{texts.noPrompt}</Text>
              ) : (
                <CodeBlock text={loadout.instructions} label={texts.promptTab} maxHeight={560} />
              )}
            </Tabs.Panel>
            <Tabs.Panel value="difference">
              <SecondContext
                bot={bot}
                first={loadout}
                second={readContext(other)}
                onChange={(context) =>
                  void navigate({
                    search: { ...first, with: context && writeContext(context) },
                    replace: true,
                  })
                }
              />
            </Tabs.Panel>
          </Tabs>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <QueryPanel query={tools} unread={texts.tokensUnread}>
            {({ rows, tokens }) => (
              <Stack gap="lg">
                {loadout.assignments.length > 0 && (
                  <WithheldList rows={rows.filter(({ state }) => state === 'withheld')} />
                )}
                {loadout.offered.length > 0 && (
                  <TokenTable rows={rows.filter(({ state }) => state === 'offered')} total={tokens} />
                )}
              </Stack>
            )}
          </QueryPanel>
        </Grid.Col>
      </Grid>
    </RowActionsContext>
  );
}

function NoTools({ bot, hasAssigned }: { readonly bot: string; readonly hasAssigned: boolean }): React.ReactElement {
  const texts = useTexts(previewTexts);
  return (
    <EmptyState
      icon={<IconToolsOff aria-hidden />}
      title={texts.noTools}
      description={hasAssigned ? texts.allWithheld : texts.nothingAssigned}
    >
      {!hasAssigned && (
        <ButtonLink to="/bots/$bot/loadout" params={{ bot }} variant="default">
          {texts.switchOn}
        </ButtonLink>
      )}
    </EmptyState>
  );
}

/** What is done about a reason, from here. */
function useRemedies({
  bot,
  botName,
  onChangeContext,
}: {
  readonly bot: string;
  readonly botName: string;
  readonly onChangeContext: () => void;
}): RowActions {
  const canWrite = useCan('operator');
  const navigate = route.useNavigate();
  const { component, api, confidence } = route.useSearch();
  const { make } = useLoadoutChanges(bot, botName);
  return useMemo(() => {
    const isNotHere = (): void => undefined;
    return {
      bot,
      botName,
      canWrite,
      removeTool: (row) =>
        void make({ kind: 'removed', tools: [row], changes: [{ action: 'unassign', tool: row.name }] }),
      openTool: (tool) =>
        void navigate({ to: '/bots/$bot/loadout', params: { bot }, search: { component, api, confidence, tool } }),
      changeContext: onChangeContext,
      dismissFailure: (name) => dismissFailure(bot, name),
      switchTool: isNotHere,
      selectTool: isNotHere,
      switchAllOn: isNotHere,
      closeGroup: isNotHere,
    };
  }, [bot, botName, canWrite, component, api, confidence, make, navigate, onChangeContext]);
}
