import type { Finding } from '../contract/finding.js';
import type { OperatorParts } from './operator-parts.js';

/** Under construction. */
export async function examineHost(_parts: OperatorParts): Promise<readonly Finding[]> {
  throw new Error('not built yet');
}
