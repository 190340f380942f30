import { List, Stack } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useTexts } from '../../texts/define-texts.js';
import { callTexts } from '../call-texts.js';
import { describeEffect } from '../describe-effect.js';
import { Status } from '../status.js';
import { type DetailedTool, describePolicy } from './describe-policy.js';
import { policyTexts } from './texts.js';

/** What a tool can do, and what holds for its calls, in sentences. */
export function PolicyList({ tool }: { readonly tool: DetailedTool }): React.ReactElement {
  const texts = useTexts(policyTexts);
  const effect = describeEffect(tool.policy, useTexts(callTexts));
  return (
    <Stack gap="xs" align="flex-start">
      <Status tone={effect.tone} {...(tool.policy.readOnly ? { icon: IconEye } : {})}>
        {effect.text}
      </Status>
      <List size="sm">
        {describePolicy(tool, texts).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Stack>
  );
}
