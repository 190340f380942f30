import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { hostQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { ViewHeader } from '../../parts/view-header.js';
import { useTexts } from '../../texts/define-texts.js';
import { Decisions } from './decisions.js';
import { Findings } from './findings.js';
import { HostFacts } from './host-facts.js';
import { HostSwitches } from './host-switches.js';
import { Organisation } from './organisation.js';
import { Secrets } from './secrets.js';
import { hostTexts } from './texts.js';

/** What holds for every bot: decisions, what the organisation says, secrets, findings, and what the host is. */
export function HostView(): React.ReactElement {
  const texts = useTexts(hostTexts);
  const query = useQuery(hostQuery);
  const isOperator = useCan('operator');
  const isAdmin = useCan('admin');
  return (
    <>
      <ViewHeader title={texts.title} />
      <Stack gap="xl">
        <HostSwitches />
        {isOperator && <Findings />}
        <Decisions />
        <QueryPanel query={query} unread={texts.unread}>
          {(host) => <Organisation organisation={host.organisation} />}
        </QueryPanel>
        {isAdmin && <Secrets />}
        {query.data && <HostFacts host={query.data} />}
      </Stack>
    </>
  );
}
