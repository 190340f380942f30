import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { botQuery } from '../../api/queries.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { botToolsQuery } from '../bot/changes/bot-tools-query.js';
import { LoadoutList } from './loadout-list.js';
import { LoadoutSkeleton } from './loadout-skeleton.js';
import { loadoutTexts } from './texts.js';

const route = getRouteApi('/bots/$bot/loadout');

/** Which tools a bot has, why some are not offered, and all that it could have. */
export function LoadoutView(): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const { bot } = route.useParams();
  const { component, api, confidence } = route.useSearch();
  const context = { component, api, confidence };
  const { data } = useQuery(botQuery(bot));
  const query = useQuery({
    ...botToolsQuery(bot, context, useLanguage()),
    // Of another context of the same bot, until it is there.
    placeholderData: (previous) => (previous?.bot.id === bot ? previous : undefined),
  });
  return (
    <QueryPanel query={query} unread={texts.unread} skeleton={<LoadoutSkeleton />}>
      {(tools) => (
        <LoadoutList
          key={bot}
          tools={tools}
          // A change of the name is no change of the rows.
          botName={data?.displayName ?? tools.bot.displayName}
          isStale={query.isPlaceholderData}
        />
      )}
    </QueryPanel>
  );
}
