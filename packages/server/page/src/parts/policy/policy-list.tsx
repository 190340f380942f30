import type { ApiSchemas } from '@loadout/server/client';
import { List } from '@mantine/core';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import { formatDuration } from '../../texts/format.js';
import { policyTexts, type Texts } from './texts.js';

export type Policy = ApiSchemas['ToolPolicy'];

/** What the host lets a tool do, in sentences; what can do harm first. */
export function PolicyList({ policy }: { readonly policy: Policy }): React.ReactElement {
  const texts = useTexts(policyTexts);
  return (
    <List size="sm" spacing={2}>
      {describePolicy(policy, texts).map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  );
}

/** The sentences of a policy. */
function describePolicy(policy: Policy, texts: Translated<Texts>): readonly string[] {
  const { readOnly, destructive, openWorld, idempotent, approval, maxCallsPerTurn } = policy;
  return [
    readOnly ? texts.readOnly : destructive ? texts.destroys : texts.changes,
    texts[approval],
    openWorld ? texts.openWorld : texts.closedWorld,
    idempotent ? texts.idempotent : texts.notIdempotent,
    texts.timeout(formatDuration(policy.timeoutMs)),
    texts.identical(policy.identicalCallLimit),
    ...(maxCallsPerTurn === undefined ? [] : [texts.perTurn(maxCallsPerTurn)]),
    texts.result(policy.maxResultCharacters),
  ];
}
