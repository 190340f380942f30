import { Stack, Text } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { api, read } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { CallArguments } from '../../parts/approval/call-arguments.js';
import { DecisionButtons } from '../../parts/approval/decision-buttons.js';
import { useAskedTool } from '../../parts/approval/use-asked-tool.js';
import { toPlain } from '../../parts/foreign.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { ToneAlert } from '../../parts/tone-alert.js';
import { useTexts } from '../../texts/define-texts.js';
import type { Question } from './call-run.js';
import { playgroundTexts } from './texts.js';

/** The call waits; whoever made it decides. */
export function CallQuestion({
  question,
  bot,
  onSettled,
}: {
  readonly question: Question;
  readonly bot: string;
  readonly onSettled: () => void;
}): React.ReactElement {
  const texts = useTexts(playgroundTexts);
  const { id, label } = question;
  const { hidden, isDestructive } = useAskedTool(question);
  const decide = useWrite({
    mutationFn: (body: { readonly allow: boolean; readonly reason?: string }) =>
      read(api.POST('/api/v1/bots/{bot}/calls/{call}/approval', { params: { path: { bot, call: id } }, body })),
    onSuccess: onSettled,
  });
  return (
    <ToneAlert tone="note" role="status" icon={IconUserQuestion} title={texts.approvalTitle(toPlain(label))}>
      <Stack gap="sm">
        <Text size="sm">{texts.approvalHint}</Text>
        <CallArguments value={question.arguments} hidden={hidden} isAsked />
        {decide.error && <ProblemAlert title={texts.notDecided} error={decide.error} />}
        <DecisionButtons
          label={label}
          scopes={[]}
          isBusy={decide.isPending}
          isCautious={isDestructive && hidden.length > 0}
          onAllow={() => decide.mutate({ allow: true })}
          onDeny={(reason) => decide.mutate({ allow: false, ...(reason === undefined ? {} : { reason }) })}
        />
      </Stack>
    </ToneAlert>
  );
}
