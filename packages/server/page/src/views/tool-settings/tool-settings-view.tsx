import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { botsQuery, toolQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { BotNotice } from '../playground/bot-notice.js';
import type { ToolDescription } from '../tool/tool-types.js';
import { ScopePicker } from './scope-picker.js';
import { ScopedSettings } from './scoped-settings.js';
import { settingsTexts } from './texts.js';

const route = getRouteApi('/tools/$tool/settings');

/** The settings of a tool, with where each value comes from. */
export function ToolSettingsView(): React.ReactElement {
  const texts = useTexts(settingsTexts);
  const { tool } = route.useParams();
  const query = useQuery({
    ...toolQuery(tool, useLanguage()),
    // What was typed stays while the language changes.
    placeholderData: (before: ToolDescription | undefined) => (before?.name === tool ? before : undefined),
  });
  return (
    <QueryPanel query={query} unread={texts.unread}>
      {(description) => <Settings description={description} />}
    </QueryPanel>
  );
}

function Settings({ description }: { readonly description: ToolDescription }): React.ReactElement {
  const { as: bot, field, owner: stated } = route.useSearch();
  const navigate = route.useNavigate();
  const canWrite = useCan('operator');
  const { data: bots } = useQuery(botsQuery);
  const { name, tool } = description;
  const owners = listOwners(description);
  const owner = stated !== undefined && owners.includes(stated) ? stated : owners[0];
  // Whoever has the name is meant by it; others, and tools that nobody lists, are told apart by their owner.
  const reference = owner === undefined || owner === tool?.owner ? name : `${owner}#${name}`;
  const users = description.bots.filter((one) => one.owner === owner).map((one) => one.bot);
  const isKnownBot = bot === undefined || bots?.some(({ id }) => id === bot);
  const botName = bots?.find(({ id }) => id === bot)?.displayName ?? bot;
  const scope = { reference, bot, botName };
  return (
    <>
      <ScopePicker
        bot={bot}
        users={users}
        owner={owner}
        owners={owners}
        onBot={(as) => void navigate({ search: (before) => ({ ...before, as, field: undefined }) })}
        onOwner={(next) => void navigate({ search: (before) => ({ ...before, owner: next, field: undefined }) })}
      />
      {bot !== undefined && bots !== undefined && canWrite && !users.includes(bot) && (
        <BotNotice tool={name} bots={bots} bot={bot} users={users} />
      )}
      {isKnownBot === true && (
        <ScopedSettings
          key={`${reference} ${bot ?? ''}`}
          scope={scope}
          field={field}
          canWrite={canWrite && (bot === undefined || users.includes(bot))}
        />
      )}
    </>
  );
}

/** Whose tools have the name, the one that is listed first. */
function listOwners({ tool, bots, leftOut }: ToolDescription): readonly string[] {
  const found = [...bots.map(({ owner }) => owner), ...leftOut.map(({ owner }) => owner)];
  return [...new Set(tool === null ? found : [tool.owner, ...found])];
}
