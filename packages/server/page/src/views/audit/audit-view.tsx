import type { ApiSchemas } from '@loadout/server/client';
import { Button, EmptyState, Stack, Text } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { download, toJsonLines } from '../../parts/download.js';
import { Foreign } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { type RecordColumn, Records } from '../../parts/records.js';
import { partTexts } from '../../parts/texts.js';
import { Time } from '../../parts/time.js';
import { ViewHeader } from '../../parts/view-header.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import { AuditFilters } from './audit-filters.js';
import { auditQuery } from './audit-query.js';
import { ChangedValue } from './changed-value.js';
import { auditTexts, type Texts } from './texts.js';

type Entry = ApiSchemas['AuditEntry'];

const route = getRouteApi('/audit');

/** The log of changes: when, who, through what, what, before and after. */
export function AuditView(): React.ReactElement {
  const texts = useTexts(auditTexts);
  const { clearFilters } = useTexts(partTexts);
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(auditQuery(filter));
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <ViewHeader title={texts.title}>
        {entries.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => download('audit.jsonl', 'application/x-ndjson', toJsonLines(entries))}
          >
            {texts.download}
          </Button>
        )}
      </ViewHeader>
      <AuditFilters
        key={isFiltered ? 'filtered' : 'all'}
        filter={filter}
        onChange={(changed) => void navigate({ search: { ...filter, ...changed }, replace: true })}
      />
      <QueryPanel query={query} unread={texts.unread}>
        {() =>
          entries.length === 0 ? (
            <EmptyState
              icon={<IconHistory aria-hidden />}
              title={isFiltered ? texts.noMatchTitle : texts.emptyTitle}
              description={isFiltered ? texts.noMatch : texts.empty}
            >
              {isFiltered && (
                <Button variant="default" onClick={() => void navigate({ search: {} })}>
                  {clearFilters}
                </Button>
              )}
            </EmptyState>
          ) : (
            <Stack>
              <Records label={texts.label} columns={makeColumns(texts)} rows={entries} getKey={({ id }) => id} />
              {query.hasNextPage && (
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {texts.more}
                </Button>
              )}
            </Stack>
          )
        }
      </QueryPanel>
    </>
  );
}

function makeColumns(texts: Translated<Texts>): readonly RecordColumn<Entry>[] {
  return [
    { id: 'at', header: texts.when, cell: ({ at }) => <Time at={at} /> },
    { id: 'who', header: texts.who, cell: ({ actor }) => <Foreign text={actor.name} /> },
    {
      id: 'through',
      header: texts.through,
      cell: ({ actor }) => (isInterface(actor.via) ? texts[actor.via] : <Foreign text={actor.via} />),
    },
    { id: 'action', header: texts.action, cell: ({ action }) => <Text size="sm">{texts[action]}</Text> },
    { id: 'about', header: texts.about, cell: (entry) => <About entry={entry} /> },
    {
      id: 'change',
      header: texts.change,
      cell: ({ before, after }) => <ChangedValue before={before} after={after} />,
    },
  ];
}

function isInterface(via: string): via is 'cli' | 'http' | 'page' | 'code' | 'host' {
  return ['cli', 'http', 'page', 'code', 'host'].includes(via);
}

/** Links to what was changed. */
function About({ entry: { bot, tool, subject } }: { readonly entry: Entry }): React.ReactElement {
  return (
    <Stack gap={2}>
      {bot !== null && (
        <TextLink to="/bots/$bot/loadout" params={{ bot }} size="sm">
          <Foreign text={bot} />
        </TextLink>
      )}
      {tool !== null && (
        <TextLink to="/tools/$tool" params={{ tool }} size="sm">
          <Foreign text={tool} />
        </TextLink>
      )}
      {subject !== null && (
        <Text size="sm" c="dimmed">
          <Foreign text={subject} />
        </Text>
      )}
    </Stack>
  );
}
