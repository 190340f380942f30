import { EmptyState } from '@mantine/core';
import { IconToolsOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isUnknownName } from '../../api/problem.js';
import { given, toolQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { ForeignName } from '../../parts/foreign.js';
import { ButtonLink, TextLink } from '../../parts/links.js';
import { OwnerBadge } from '../../parts/owner-badge.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { ViewHeader } from '../../parts/view-header.js';
import { ViewTabs } from '../../parts/view-tabs.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { MissingTool } from './missing-tool.js';
import { StaleNotice } from './stale-notice.js';
import { toolTexts } from './texts.js';
import { useLastSeen } from './use-last-seen.js';

const route = getRouteApi('/tools/$tool');

const paths = {
  about: '/tools/$tool',
  playground: '/tools/$tool/playground',
  settings: '/tools/$tool/settings',
  bots: '/tools/$tool/bots',
} as const;
const tabs = ['about', 'playground', 'settings', 'bots'] as const;

/** What the views of a tool have in common: its name, whether it is there at all, and their tabs. */
export function ToolLayout(): React.ReactElement {
  const texts = useTexts(toolTexts);
  const { tool: name } = route.useParams();
  const navigate = route.useNavigate();
  const { pathname, search } = useLocation();
  const canCall = useCan('operator');
  const { data, error, refetch } = useQuery(toolQuery(name, useLanguage()));
  const lastSeen = useLastSeen(data);
  const tab = tabs.find((one) => one !== 'about' && pathname.endsWith(`/${one}`)) ?? 'about';

  // An alias leads to the tool.
  const canonical = data?.name;
  useEffect(() => {
    if (canonical === undefined || canonical === name) return;
    void navigate({ to: paths[tab], params: { tool: canonical }, search: true, replace: true });
  }, [canonical, name, navigate, tab]);

  if (isUnknownName(error)) return <UnknownTool name={name} />;
  if (data === undefined && error !== null) {
    return (
      <>
        <ViewHeader title={name} trail={<TextLink to="/tools">{texts.tools}</TextLink>} />
        <ProblemAlert title={texts.unread} error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  const tool = data?.tool ?? undefined;
  const label = tool?.label ?? lastSeen?.label ?? name;
  const owner = tool?.owner ?? lastSeen?.owner ?? data?.leftOut[0]?.owner;
  const shown = tabs.filter((one) => one !== 'playground' || (canCall && tool !== undefined) || tab === one);
  return (
    <>
      <ViewHeader
        title={label}
        trail={<TextLink to="/tools">{texts.tools}</TextLink>}
        beside={
          <>
            {label !== name && <ForeignName name={name} />}
            {owner !== undefined && <OwnerBadge owner={owner} isBuiltIn={tool?.isBuiltIn ?? owner === 'builtin'} />}
          </>
        }
      />
      {data !== undefined && data.tool === null && <MissingTool description={data} lastSeen={lastSeen} />}
      {tool?.state === 'stale' && <StaleNotice owner={tool.owner} />}
      <ViewTabs
        tabs={shown.map((one) => ({
          value: one,
          label: one === 'bots' ? texts.bots(data?.bots.length ?? 0) : texts[one],
        }))}
        value={tab}
        // Whoever comes from a bot stays with it.
        onChange={(next) =>
          void navigate({ to: paths[next], params: { tool: name }, search: given({ as: search.as }) })
        }
      />
    </>
  );
}

function UnknownTool({ name }: { readonly name: string }): React.ReactElement {
  const texts = useTexts(toolTexts);
  return (
    <>
      <ViewHeader title={name} trail={<TextLink to="/tools">{texts.tools}</TextLink>} />
      <EmptyState icon={<IconToolsOff aria-hidden />} title={texts.unknownTitle} description={texts.unknown}>
        <ButtonLink to="/tools" variant="default">
          {texts.allTools}
        </ButtonLink>
      </EmptyState>
    </>
  );
}
