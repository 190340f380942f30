import type { ApiSchemas } from '@loadout/server/client';
import { useTexts } from '../texts/define-texts.js';
import { callTexts } from './call-texts.js';
import { Status, type Tone } from './status.js';

type Outcome = ApiSchemas['CallStatus'];

const tones: Readonly<Record<Outcome, Tone>> = {
  SUCCESS: 'good',
  ERROR: 'bad',
  BLOCKED: 'warning',
  CANCELLED: 'quiet',
};

/** How a call ended. */
export function CallStatus({ status }: { readonly status: Outcome }): React.ReactElement {
  const texts = useTexts(callTexts);
  return <Status tone={tones[status]}>{texts[status]}</Status>;
}
