import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { botsQuery, toolQuery } from '../../api/queries.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { makeBotRows } from './bot-rows.js';
import { toolTexts } from './texts.js';
import { ToolBots } from './tool-bots.js';

const route = getRouteApi('/tools/$tool/bots');

/** Which bots have a tool, and a switch for each. */
export function ToolBotsView(): React.ReactElement {
  const texts = useTexts(toolTexts);
  const { tool: name } = route.useParams();
  const tool = useQuery(toolQuery(name, useLanguage()));
  const bots = useQuery(botsQuery);
  return (
    <QueryPanel query={tool} unread={texts.unread}>
      {(description) => (
        <QueryPanel query={bots} unread={texts.botsUnread}>
          {(all) => <ToolBots key={description.name} description={description} rows={makeBotRows(all, description)} />}
        </QueryPanel>
      )}
    </QueryPanel>
  );
}
