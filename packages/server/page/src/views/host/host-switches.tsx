import { Stack, Switch, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { botsQuery, decisionsQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { useWrite } from '../../api/use-write.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { Status } from '../../parts/status.js';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { showDone } from '../bot/changes/show-done.js';
import { type Decision, decide, takeBack, type wholeKinds } from './host-queries.js';
import { Section } from './section.js';
import { hostTexts } from './texts.js';

type WholeKind = (typeof wholeKinds)[number];

/** How a switch is to stand, while the decision is as it was read. */
interface Wish {
  readonly isOn: boolean;
  readonly revision: string;
  readonly isUndo: boolean;
}

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
              <WholeSwitch kind="tools-off" decision={find('tools-off')} />
              <WholeSwitch kind="withhold-changed-definitions" decision={find('withhold-changed-definitions')} />
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
}: {
  readonly kind: WholeKind;
  readonly decision: Decision | undefined;
}): React.ReactElement {
  const texts = useTexts(hostTexts);
  const parts = useTexts(partTexts);
  const queryClient = useQueryClient();
  const { data: bots = [] } = useQuery(botsQuery);
  const [isAsking, setAsking] = useState(false);
  const isOff = kind === 'tools-off';
  const label = isOff ? texts.toolsOn : texts.withholdChanged;
  const hint = isOff ? texts.toolsOnHint : texts.withholdChangedHint;
  // The one decision takes something away: its switch is on while nobody made it.
  const isOnByDecision = !isOff;
  const isOn = (decision !== undefined) === isOnByDecision;
  const { mutate, variables, isPending, error } = useWrite<unknown, Error, Wish>({
    mutationFn: ({ isOn, revision }) => {
      const about = { kind, subject: '', revision };
      return isOn === isOnByDecision ? decide(about, true) : takeBack(about);
    },
    async onSettled(_, failure, { isOn, isUndo }) {
      await queryClient.invalidateQueries();
      setAsking(false);
      if (failure !== null) return;
      const text = isOff
        ? isOn
          ? texts.toolsAreOn
          : texts.toolsAreOff
        : isOn
          ? texts.changedAreWithheld
          : texts.changedAreOffered;
      if (isUndo) return showDone({ text, undo: parts.undo });
      const revision = queryClient
        .getQueryData(decisionsQuery.queryKey)
        ?.find((decision) => decision.kind === kind)?.revision;
      const onUndo = (): void => mutate({ isOn: !isOn, revision: revision ?? 'none', isUndo: true });
      showDone({ text, undo: parts.undo, onUndo });
    },
  });
  if (!useCan('operator')) {
    return (
      <div>
        {label}: <Status tone={decision === undefined ? 'quiet' : 'warning'}>{isOn ? texts.yes : texts.no}</Status>
      </div>
    );
  }
  const change = (wanted: boolean): void =>
    mutate({ isOn: wanted, revision: decision?.revision ?? 'none', isUndo: false });
  return (
    <>
      <Switch
        label={label}
        description={hint}
        checked={isPending ? variables.isOn : isOn}
        aria-busy={isPending}
        onChange={({ currentTarget: { checked } }) => {
          if (isOff && !checked) setAsking(true);
          else change(checked);
        }}
      />
      {error !== null && <ProblemAlert title={parts.failedHere} error={error} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.toolsOffTitle}
        action={texts.toolsOffAction}
        isBusy={isPending}
        error={undefined}
        onConfirm={() => change(false)}
        onClose={() => setAsking(false)}
      >
        <Text size="sm">{texts.toolsOffQuestion(bots.length)}</Text>
      </ConfirmDialog>
    </>
  );
}
