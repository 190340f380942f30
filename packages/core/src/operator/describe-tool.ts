import type { ToolDescription } from '../host-interface.js';
import type { OperatorParts } from './operator-parts.js';

/** Under construction. */
export async function describeTool(_parts: OperatorParts, _toolName: string): Promise<ToolDescription> {
  throw new Error('not built yet');
}
