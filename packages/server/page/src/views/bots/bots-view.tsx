import { Button, EmptyState, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconArrowsDiff, IconPlus, IconRobot, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { botsQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { ButtonLink } from '../../parts/links.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { ViewHeader } from '../../parts/view-header.js';
import { useTexts } from '../../texts/define-texts.js';
import { AddBotDialog } from './add-bot-dialog.js';
import { BotList } from './bot-list.js';
import type { Bot } from './bot-queries.js';
import { FirstSteps } from './first-steps.js';
import { NeedsPerson } from './needs-person.js';
import { botsTexts } from './texts.js';

const route = getRouteApi('/');

/** The bots, and above them what needs a person. */
export function BotsView(): React.ReactElement {
  const texts = useTexts(botsTexts);
  const query = useQuery(botsQuery);
  const isOperator = useCan('operator');
  const [isAdding, setAdding] = useState(false);
  const add = isOperator && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  return (
    <>
      <ViewHeader title={texts.title}>
        {(query.data?.length ?? 0) > 1 && (
          <ButtonLink to="/compare" variant="default" leftSection={<IconArrowsDiff size={16} aria-hidden />}>
            {texts.compare}
          </ButtonLink>
        )}
        {add}
      </ViewHeader>
      <NeedsPerson />
      <QueryPanel query={query} unread={texts.unread}>
        {(bots) => (
          <>
            {isOperator && <FirstSteps bots={bots} onAdd={() => setAdding(true)} />}
            {bots.length === 0 ? (
              <EmptyState icon={<IconRobot aria-hidden />} title={texts.emptyTitle} description={texts.empty} />
            ) : (
              <FoundBots bots={bots} />
            )}
          </>
        )}
      </QueryPanel>
      {isOperator && <AddBotDialog isOpen={isAdding} onClose={() => setAdding(false)} />}
    </>
  );
}

function FoundBots({ bots }: { readonly bots: readonly Bot[] }): React.ReactElement {
  const texts = useTexts(botsTexts);
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(q);
  const searchSoon = useDebouncedCallback((text: string) => {
    void navigate({ search: { q: text || undefined }, replace: true });
  }, 200);
  const found = useMemo(() => {
    const wanted = typed.trim().toLowerCase();
    return bots.filter(({ id, displayName }) => id.includes(wanted) || displayName.toLowerCase().includes(wanted));
  }, [bots, typed]);
  return (
    <>
      <Group mb="sm" align="flex-end" justify="space-between">
        <TextInput
          label={texts.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            searchSoon(event.currentTarget.value);
          }}
          data-search
          w={{ base: '100%', sm: 320 }}
        />
        <Text size="sm" c="dimmed" aria-live="polite">
          {texts.found(found.length)}
        </Text>
      </Group>
      {found.length === 0 ? (
        <EmptyState icon={<IconSearch aria-hidden />} title={texts.noMatchTitle} description={texts.noMatch} />
      ) : (
        <BotList bots={found} />
      )}
    </>
  );
}
