import { Box } from '@mantine/core';
import { IconCopy, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { isGone } from '../../api/problem.js';
import { botQuery, type LoadoutContext } from '../../api/queries.js';
import { aboutQuery, useCan } from '../../api/session.js';
import { useDropped } from '../../app/use-dropped.js';
import { ForeignName } from '../../parts/foreign.js';
import { HeaderActions } from '../../parts/header-actions.js';
import { lazyPart, lazyPopup } from '../../parts/lazy-part.js';
import { TextLink } from '../../parts/links.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { ViewHeader } from '../../parts/view-header.js';
import { ViewTabs } from '../../parts/view-tabs.js';
import { useTexts } from '../../texts/define-texts.js';
import { ConflictDialog } from './changes/conflict-dialog.js';
import { showDone } from './changes/show-done.js';
import { botTexts } from './texts.js';
import { useUndoKey } from './use-undo-key.js';

const route = getRouteApi('/bots/$bot');

const views = ['loadout', 'preview', 'about'] as const;

const UnknownBot = lazyPart(() => import('./unknown-bot.js'), 'UnknownBot');
const RecentChanges = lazyPopup(() => import('./recent-changes.js'), 'RecentChanges');
const CopyLoadout = lazyPopup(() => import('./copy-loadout.js'), 'CopyLoadout');

/** What the views of a bot have in common: its name, their tabs, and what can be done with its loadout as a whole. */
export function BotLayout(): React.ReactElement {
  const texts = useTexts(botTexts);
  const { bot } = route.useParams();
  const navigate = route.useNavigate();
  const { pathname, search } = useLocation();
  const canWrite = useCan('operator');
  const { data, error, refetch } = useQuery(botQuery(bot));
  const [open, setOpen] = useState<'copy' | 'changes'>();
  const name = data?.displayName ?? bot;
  useUndoKey(bot, name, () => {
    if (canWrite) showDone({ text: texts.nothingHere, undo: texts.recentChanges, onUndo: () => setOpen('changes') });
  });
  const { data: about } = useQuery(aboutQuery);
  const { component, api, confidence } = search as LoadoutContext; // each route has read it
  useDropped({
    component: component !== undefined && about !== undefined && !about.components.includes(component),
  });

  if (isGone(error)) return <UnknownBot />;
  const tab = views.find((view) => pathname.endsWith(`/${view}`)) ?? 'loadout';
  // As what the loadout is seen is the same in both views of it.
  const context = { component, api, confidence };
  const close = (): void => setOpen(undefined);
  return (
    <>
      <ViewHeader
        title={name}
        trail={<TextLink to="/">{texts.bots}</TextLink>}
        beside={name !== bot && <ForeignName name={bot} />}
      >
        <HeaderActions
          actions={[
            ...(canWrite ? [{ label: texts.copyFrom, icon: IconCopy, onClick: () => setOpen('copy') }] : []),
            { label: texts.recentChanges, icon: IconHistory, onClick: () => setOpen('changes') },
          ]}
        />
      </ViewHeader>
      {data === undefined && error !== null && (
        <Box mb="md">
          <ProblemAlert title={texts.unread} error={error} onRetry={() => void refetch()} />
        </Box>
      )}
      <ViewTabs
        tabs={views.map((view) => ({ value: view, label: texts[view] }))}
        value={tab}
        onChange={(view) =>
          void navigate({ to: `/bots/$bot/${view}`, params: { bot }, search: view === 'about' ? {} : context })
        }
      />
      {open === 'changes' && <RecentChanges bot={bot} botName={name} canWrite={canWrite} onClose={close} />}
      {open === 'copy' && <CopyLoadout bot={bot} botName={name} onClose={close} />}
      <ConflictDialog bot={bot} botName={name} />
    </>
  );
}
