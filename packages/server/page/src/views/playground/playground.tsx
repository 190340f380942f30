import type { ApiSchemas } from '@loadout/server/client';
import { Grid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { given } from '../../api/queries.js';
import { LeaveGuard } from '../../parts/leave-guard.js';
import type { FieldError } from '../../parts/schema-form/error-schema.js';
import { SchemaForm } from '../../parts/schema-form/schema-form.js';
import { isRecord, type Schema } from '../../parts/schema-form/schema-parts.js';
import { useTexts } from '../../texts/define-texts.js';
import { BotNotice } from './bot-notice.js';
import { CallQuestion } from './call-question.js';
import { type CallRequest, useCallRun } from './call-run.js';
import { EarlierRuns } from './earlier-runs.js';
import { findFirstArguments } from './first-arguments.js';
import { ResultPanel } from './result-panel.js';
import { RunActions } from './run-actions.js';
import { rememberRun } from './run-history.js';
import { RunOptions, type RunSearch } from './run-options.js';
import { playgroundTexts } from './texts.js';

type Tool = ApiSchemas['DetailedTool'];
type Bot = ApiSchemas['Bot'];

/** One list for all renderings. */
const noErrors: readonly FieldError[] = [];

export interface PlaygroundProps {
  readonly tool: Tool;
  readonly bots: readonly Bot[];
  /** Ids of the bots that have the tool. */
  readonly users: readonly string[];
  readonly search: RunSearch;
  readonly onChoose: (change: RunSearch) => void;
}

/** Arguments on the one side, the result on the other. */
export function Playground({ tool, bots, users, search, onChoose }: PlaygroundProps): React.ReactElement {
  const texts = useTexts(playgroundTexts);
  const schema = tool.schema as Schema;
  const [view, setView] = useState<'form' | 'json'>('form');
  const [isReadable, setReadable] = useState(true);
  const runner = useCallRun(tool.name, (request, { status }) => rememberRun({ request, status, at: Date.now() }));
  const { run } = runner;
  const [value, setValue] = useState<unknown>(() =>
    run.state === 'idle' ? findFirstArguments(schema) : (run.request.arguments ?? {}),
  );
  const { as, component, confidence } = search;
  const bot = as ?? bots.find(({ id }) => users.includes(id))?.id ?? bots[0]?.id;
  const chosen = bots.find(({ id }) => id === bot);
  const hasFields = isRecord(schema.properties) && Object.keys(schema.properties).length > 0;
  const isForm = view === 'form';
  const errors = (run.state === 'done' && run.outcome.argumentProblems) || noErrors;
  const request: CallRequest = {
    bot: bot ?? '',
    tool: tool.name,
    // Nothing to say and an empty object are the same to the host; the shorter one is easier to copy.
    arguments: isRecord(value) && Object.keys(value).length === 0 ? undefined : value,
    ...given({ component, confidence }),
  };
  const canRun = chosen !== undefined && isReadable && run.state !== 'running';
  const start = (): void => {
    if (canRun) runner.start(request);
  };
  return (
    <Grid gap="lg">
      <LeaveGuard
        isHeld={run.state === 'running'}
        title={texts.leaveTitle}
        text={texts.leaveText}
        stay={texts.stay}
        leave={texts.leave}
      />
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack>
          <RunOptions
            bots={bots}
            bot={bot}
            users={users}
            search={search}
            onChoose={onChoose}
            view={view}
            onView={setView}
          />
          <BotNotice tool={tool.name} bots={bots} bot={bot} users={users} context={{ component, confidence }} />
          {!hasFields && isForm && <Text>{texts.noArguments}</Text>}
          <SchemaForm
            schema={schema}
            value={value}
            onChange={setValue}
            label={texts.arguments}
            as={view}
            errors={errors}
            onReadable={setReadable}
            onSubmit={start}
          >
            <RunActions
              tool={tool}
              run={run}
              canRun={canRun}
              isReadable={isReadable}
              onCancel={runner.cancel}
              earlier={
                <EarlierRuns
                  tool={tool.name}
                  onFillIn={(past) => {
                    setValue(past.arguments ?? {});
                    onChoose({ as: past.bot, component: past.component, confidence: past.confidence });
                  }}
                />
              }
            />
          </SchemaForm>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack>
          <Title order={2} size="h3">
            {texts.result}
          </Title>
          {run.state === 'running' && run.question !== undefined && (
            <CallQuestion question={run.question} bot={run.request.bot} onSettled={runner.settle} />
          )}
          <ResultPanel run={run} request={request} timeoutMs={tool.policy.timeoutMs} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}
