import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import { botQuery, loadoutQuery } from '../../api/queries.js';
import { QueryPanel, RowsSkeleton } from '../../parts/query-panel.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { botToolsQuery } from '../bot/changes/bot-tools-query.js';
import { ContextFields } from './context-fields.js';
import { Preview } from './preview.js';
import { previewTexts } from './texts.js';

const route = getRouteApi('/bots/$bot/preview');

/** Exactly what the model would get, for a context. */
export function PreviewView(): React.ReactElement {
  const texts = useTexts(previewTexts);
  const { bot } = route.useParams();
  const { component, api, confidence } = route.useSearch();
  const navigate = route.useNavigate();
  const context = { component, api, confidence };
  const locale = useLanguage();
  const firstField = useRef<HTMLSelectElement>(null);
  const { data: known } = useQuery(botQuery(bot));
  // Of another context of the same bot, until it is there.
  const loadout = useQuery({
    ...loadoutQuery(bot, context, locale),
    placeholderData: (previous) => (previous?.bot.id === bot ? previous : undefined),
  });
  const tools = useQuery({
    ...botToolsQuery(bot, context, locale),
    placeholderData: (previous) => (previous?.bot.id === bot ? previous : undefined),
  });
  return (
    <Stack>
      <ContextFields
        legend={texts.asSeen}
        context={context}
        firstField={firstField}
        onChange={(next) => void navigate({ search: (before) => ({ ...before, ...next }), replace: true })}
      />
      <QueryPanel query={loadout} unread={texts.unread} skeleton={<RowsSkeleton rows={4} height={120} />}>
        {(shown) => (
          <Preview
            bot={bot}
            botName={known?.displayName ?? shown.bot.displayName}
            loadout={shown}
            tools={tools}
            isStale={loadout.isPlaceholderData}
            onChangeContext={() => firstField.current?.focus()}
          />
        )}
      </QueryPanel>
    </Stack>
  );
}
