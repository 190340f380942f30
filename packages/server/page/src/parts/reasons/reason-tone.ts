import type { ApiSchemas } from '@loadout/server/client';
import type { Tone } from '../status.js';

export type WithheldCode = ApiSchemas['WithheldCode'];

/** How a reason looks: what failed is red, what is not there is grey, what others decide has a lock. */
export function reasonTone(code: WithheldCode): Tone {
  switch (code) {
    case 'companion-failed':
    case 'quarantined':
      return 'bad';
    case 'absent':
    case 'not-assigned':
      return 'quiet';
    case 'disabled-by-organisation':
      return 'locked';
    default:
      return 'warning';
  }
}
