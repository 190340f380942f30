import { Stack, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { decisionsQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { useWrite } from '../../api/use-write.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { Status } from '../../parts/status.js';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { type Decision, decide, takeBack, type wholeKinds } from './host-queries.js';
import { Section } from './section.js';
import { hostTexts } from './texts.js';

type WholeKind = (typeof wholeKinds)[number];

/** Decisions about the whole host, each a switch. */
export function HostSwitches(): React.ReactElement {
  const texts = useTexts(hostTexts);
  const query = useQuery(decisionsQuery);
  return (
    <Section title={texts.switches}>
      <QueryPanel query={query} unread={texts.decisionsUnread}>
        {(decisions) => {
          const find = (kind: WholeKind): Decision | undefined => decisions.find((decision) => decision.kind === kind);
          return (
            <Stack>
              <WholeSwitch
                kind="tools-off"
                decision={find('tools-off')}
                label={texts.toolsOff}
                hint={texts.toolsOffHint}
              />
              <WholeSwitch
                kind="withhold-changed-definitions"
                decision={find('withhold-changed-definitions')}
                label={texts.withholdChanged}
                hint={texts.withholdChangedHint}
              />
            </Stack>
          );
        }}
      </QueryPanel>
    </Section>
  );
}

function WholeSwitch({
  kind,
  decision,
  label,
  hint,
}: {
  readonly kind: WholeKind;
  readonly decision: Decision | undefined;
  readonly label: string;
  readonly hint: string;
}): React.ReactElement {
  const isOn = decision !== undefined;
  const about = { kind, subject: '', revision: decision?.revision ?? 'none' };
  const texts = useTexts(hostTexts);
  const parts = useTexts(partTexts);
  const queryClient = useQueryClient();
  const { mutate, variables, isPending, error } = useWrite({
    mutationFn: (wanted: boolean) => (wanted ? decide(about, true) : takeBack(about)),
    onSettled: () => queryClient.invalidateQueries(),
  });
  if (!useCan('operator')) {
    return (
      <div>
        {label}: <Status tone={isOn ? 'warning' : 'quiet'}>{isOn ? texts.yes : texts.no}</Status>
      </div>
    );
  }
  return (
    <>
      <Switch
        label={label}
        description={hint}
        checked={isPending ? variables : isOn}
        aria-busy={isPending}
        onChange={(event) => mutate(event.currentTarget.checked)}
      />
      {error !== null && <ProblemAlert title={parts.failedHere} error={error} />}
    </>
  );
}
