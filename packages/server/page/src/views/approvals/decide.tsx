import type { ApiSchemas } from '@loadout/server/client';
import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { approvalsQuery } from '../../api/queries.js';
import { useWrite } from '../../api/use-write.js';
import { DecisionButtons } from '../../parts/approval/decision-buttons.js';
import { type Decision, sendDecision } from '../../parts/approval/send-decision.js';
import { callTexts } from '../../parts/call-texts.js';
import { focusSoon } from '../../parts/focus-soon.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { useTexts } from '../../texts/define-texts.js';
import { cardId, nothingId } from './focus-ids.js';

/** Allows or denies one call. What somebody else decided meanwhile is said, and read again. */
export function Decide({
  approval: { id, conversationId },
  label,
  nextId,
  isCautious,
}: {
  readonly approval: ApiSchemas['Approval'];
  readonly label: string;
  readonly nextId: string | undefined;
  readonly isCautious: boolean;
}): React.ReactElement {
  const words = useTexts(callTexts);
  const client = useQueryClient();
  const decide = useWrite({
    mutationFn: (decision: Decision) => sendDecision(id, decision),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: approvalsQuery.queryKey });
      focusSoon(nextId === undefined ? nothingId : cardId(nextId), cardId(id));
    },
    onError: () => client.invalidateQueries({ queryKey: approvalsQuery.queryKey }),
  });
  return (
    <Stack gap="xs">
      {decide.error && <ProblemAlert title={words.notDecided} error={decide.error} />}
      <DecisionButtons
        approval={id}
        label={label}
        scopes={conversationId === null ? ['turn'] : ['turn', 'conversation']}
        isBusy={decide.isPending}
        isCautious={isCautious}
        onAllow={(scope) => decide.mutate({ allow: true, scope })}
        onDeny={(reason) => decide.mutate({ allow: false, reason })}
      />
    </Stack>
  );
}
