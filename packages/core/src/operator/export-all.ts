import type { ExportDocument } from '../contract/export-document.js';
import type { OperatorParts } from './operator-parts.js';

/** Under construction. */
export async function exportAll(_parts: OperatorParts): Promise<ExportDocument> {
  throw new Error('not built yet');
}
