import { Button, Group, Stack, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { botsQuery } from '../../api/queries.js';
import { DefinitionDiff } from '../../parts/definition-diff/definition-diff.js';
import { definitionQuery } from '../../parts/definition-diff/definition-query.js';
import type { DefinitionParts } from '../../parts/definition-diff/diff-definitions.js';
import { Foreign } from '../../parts/foreign.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import { useTexts } from '../../texts/define-texts.js';
import { type AcceptedDefinition, readHistory } from './read-history.js';
import { toolTexts } from './texts.js';
import { toolHistoryQuery } from './tool-queries.js';
import type { DetailedTool } from './tool-types.js';

/** So much of a hash tells definitions apart. */
const shortHash = 12;

/** Which definitions of a tool were accepted, and in what each differs from the present one. */
export function DefinitionHistory({
  name,
  tool,
}: {
  readonly name: string;
  /** Null: nobody lists it at present. */
  readonly tool: DetailedTool | null;
}): React.ReactElement {
  const texts = useTexts(toolTexts);
  const query = useQuery(toolHistoryQuery(name));
  return (
    <QueryPanel query={query} unread={texts.historyUnread}>
      {({ entries, next }) => {
        const accepted = readHistory(entries);
        return (
          <Stack gap="sm">
            {accepted.length === 0 ? (
              <Text c="dimmed">{texts.noHistory}</Text>
            ) : (
              <Timeline bulletSize={14} lineWidth={2} active={-1}>
                {tool !== null && !accepted.some(({ hash }) => hash === tool.definitionHash) && (
                  <Timeline.Item>
                    <Status tone="good">{texts.presentDefinition}</Status>
                    <Text size="sm">{texts.notAccepted}</Text>
                    <Text size="xs" c="dimmed" ff="monospace">
                      {tool.definitionHash.slice(0, shortHash)}
                    </Text>
                  </Timeline.Item>
                )}
                {accepted.map((one) => (
                  <Timeline.Item key={one.hash}>
                    <Accepted accepted={one} tool={tool} />
                  </Timeline.Item>
                ))}
              </Timeline>
            )}
            {next !== null && (
              <Text size="sm" c="dimmed">
                {texts.olderHistory}
              </Text>
            )}
          </Stack>
        );
      }}
    </QueryPanel>
  );
}

function Accepted({
  accepted: { hash, owner, at, who, bot },
  tool,
}: {
  readonly accepted: AcceptedDefinition;
  readonly tool: DetailedTool | null;
}): React.ReactElement {
  const texts = useTexts(toolTexts);
  const { data: bots } = useQuery(botsQuery);
  const [isOpen, setOpen] = useState(false);
  const isPresent = tool?.definitionHash === hash;
  const botName = bot === null ? undefined : (bots?.find(({ id }) => id === bot)?.displayName ?? bot);
  const short = hash.slice(0, shortHash);
  return (
    <Stack gap={4} align="flex-start">
      <Group gap="xs">
        <Text size="sm" component="div">
          <Foreign text={botName === undefined ? texts.acceptedBy(who) : texts.acceptedFor(who, botName)} />{' '}
          <Time at={at} />
        </Text>
        {isPresent && <Status tone="good">{texts.presentDefinition}</Status>}
        {tool !== null && owner !== undefined && owner !== tool.owner && (
          <Status tone="warning">
            <Foreign text={texts.fromOwner(owner)} />
          </Status>
        )}
      </Group>
      <Text size="xs" c="dimmed" ff="monospace">
        {short}
      </Text>
      {tool !== null && !isPresent && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            aria-expanded={isOpen}
            aria-label={texts.compareHash(short)}
            onClick={() => setOpen(!isOpen)}
          >
            {texts.compare}
          </Button>
          {isOpen && <Comparison hash={hash} tool={tool} />}
        </>
      )}
    </Stack>
  );
}

function Comparison({ hash, tool }: { readonly hash: string; readonly tool: DetailedTool }): React.ReactElement {
  const texts = useTexts(toolTexts);
  const query = useQuery(definitionQuery(hash));
  return (
    <QueryPanel query={query} unread={texts.definitionUnread}>
      {(before) => (
        <DefinitionDiff
          before={before ?? undefined}
          after={tool as unknown as DefinitionParts} // an object of plain parts
          hashes={{ before: hash, after: tool.definitionHash }}
        />
      )}
    </QueryPanel>
  );
}
