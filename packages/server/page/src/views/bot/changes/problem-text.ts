import { isApiProblem } from '../../../api/problem.js';
import { describeProblem } from '../../../parts/describe-problem.js';
import { toPlain } from '../../../parts/foreign.js';
import type { Texts as PartTexts } from '../../../parts/texts.js';
import type { Translated } from '../../../texts/define-texts.js';

/** What to say of something thrown, outside of components. */
export function problemText(error: unknown, texts: Translated<PartTexts>): string {
  if (!isApiProblem(error)) return toPlain(error instanceof Error ? error.message : String(error));
  if (error.status === 0) return texts.unreachable;
  return toPlain(describeProblem(error, texts, { isAlone: true }));
}
