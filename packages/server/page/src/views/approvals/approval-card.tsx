import type { ApiSchemas } from '@loadout/server/client';
import { Card, Group, Stack, Title, type TitleOrder } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { toolQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { CallArguments } from '../../parts/approval/call-arguments.js';
import { DecidedBy } from '../../parts/approval/decided-by.js';
import { UnsentNotice } from '../../parts/approval/unsent-notice.js';
import { useAskedTool } from '../../parts/approval/use-asked-tool.js';
import { callTexts } from '../../parts/call-texts.js';
import { describeEffect } from '../../parts/describe-effect.js';
import { Foreign, ForeignName } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { Status } from '../../parts/status.js';
import { ToneAlert } from '../../parts/tone-alert.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { ApprovalFacts } from './approval-facts.js';
import { CallLink } from './call-link.js';
import { Decide } from './decide.js';
import { cardId } from './focus-ids.js';
import { approvalTexts } from './texts.js';

/** The whole call: what it would do, for whom, with which arguments, and the decision. */
export function ApprovalCard({
  approval,
  nextId,
  headingOrder,
  isAlone = false,
}: {
  readonly approval: ApiSchemas['Approval'];
  /** Where the focus goes after a decision; absent: to what says that nothing waits. */
  readonly nextId: string | undefined;
  readonly headingOrder: TitleOrder;
  /** Whether nothing else is shown; otherwise its name leads there. */
  readonly isAlone?: boolean;
}): React.ReactElement {
  const texts = useTexts(approvalTexts);
  const words = useTexts(callTexts);
  const isOperator = useCan('operator');
  const { data } = useQuery(toolQuery(approval.tool, useLanguage()));
  // In the language of the page, where it is the same tool.
  const label = data?.tool?.owner === approval.owner ? data.tool.label : approval.label;
  const asked = useAskedTool(approval);
  const isWaiting = approval.state === 'waiting';
  const effect = data?.tool ? describeEffect(data.tool.policy, words) : undefined;
  const hasChanged =
    data?.tool !== undefined && data.tool !== null && data.tool.definitionHash !== approval.definitionHash;
  return (
    <Card withBorder component="article" aria-labelledby={cardId(approval.id)}>
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={headingOrder} size="h3" id={cardId(approval.id)} tabIndex={-1}>
            {isAlone ? (
              <Foreign text={label} />
            ) : (
              <TextLink to="/approvals/{-$approval}" params={{ approval: approval.id }} c="inherit" fz="inherit">
                <Foreign text={label} />
              </TextLink>
            )}
          </Title>
          <ForeignName name={approval.tool} />
          <ForeignName name={approval.owner} />
          {effect && <Status tone={effect.tone}>{effect.text}</Status>}
          {data?.tool === null && <Status tone="quiet">{texts.toolAbsent}</Status>}
        </Group>
        <ApprovalFacts approval={approval} />
        {hasChanged && isWaiting && <ToneAlert tone="warning">{texts.definitionChanged}</ToneAlert>}
        <CallArguments value={approval.arguments} hidden={asked.hidden} isAsked={isWaiting} />
        {isWaiting ? (
          isOperator && (
            <Decide
              approval={approval}
              label={label}
              nextId={nextId}
              isCautious={asked.isDestructive && asked.hidden.length > 0}
            />
          )
        ) : (
          <>
            <DecidedBy decision={approval} />
            <UnsentNotice approval={approval.id} />
          </>
        )}
        <Group gap="md">
          {approval.state === 'allowed' && <CallLink approval={approval} />}
          <TextLink to="/tools/$tool" params={{ tool: approval.tool }} size="sm">
            {texts.definition}
          </TextLink>
          <TextLink to="/audit" search={{ bot: approval.botId, tool: approval.tool }} size="sm">
            {texts.pastDecisions}
          </TextLink>
        </Group>
      </Stack>
    </Card>
  );
}
