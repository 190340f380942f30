import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { botsQuery, toolQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { Playground } from './playground.js';
import { playgroundTexts } from './texts.js';

const route = getRouteApi('/tools/$tool/playground');

/** Trying a tool: its arguments, as whom, and what came of it. */
export function PlaygroundView(): React.ReactElement {
  const texts = useTexts(playgroundTexts);
  const { tool: name } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const tool = useQuery(toolQuery(name, useLanguage()));
  const bots = useQuery(botsQuery);
  if (!useCan('operator')) return <Text>{texts.needsOperator}</Text>;
  return (
    <QueryPanel query={tool} unread={texts.unread}>
      {({ tool: found, bots: users }) =>
        found === null ? (
          <Alert color="gray">{texts.absent}</Alert>
        ) : (
          <QueryPanel query={bots} unread={texts.botsUnread}>
            {(all) => (
              <Playground
                key={found.name}
                tool={found}
                bots={all}
                users={users.map(({ bot }) => bot)}
                search={search}
                onChoose={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
              />
            )}
          </QueryPanel>
        )
      }
    </QueryPanel>
  );
}
