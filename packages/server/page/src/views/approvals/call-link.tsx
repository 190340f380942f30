import type { ApiSchemas } from '@loadout/server/client';
import { callTexts } from '../../parts/call-texts.js';
import { TextLink } from '../../parts/links.js';
import { useTexts } from '../../texts/define-texts.js';

/** What came of a call that was allowed: it ran in a turn of its own. */
export function CallLink({
  approval: { botId, tool, callId },
}: {
  readonly approval: Pick<ApiSchemas['Approval'], 'botId' | 'tool' | 'callId'>;
}): React.ReactElement {
  const texts = useTexts(callTexts);
  return (
    <TextLink to="/traces" search={{ bot: botId, tool, call: callId }} size="sm">
      {texts.seeCall}
    </TextLink>
  );
}
