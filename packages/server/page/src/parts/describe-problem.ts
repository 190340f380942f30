import type { ApiProblem } from '../api/problem.js';
import { findSentence, needOwnWords } from '../api/problem-sentences.js';
import type { Translated } from '../texts/define-texts.js';
import type { Texts } from './texts.js';

/** What to say of a problem of the API; `isAlone`: nothing beside it shows the host's own words. */
export function describeProblem(
  problem: ApiProblem,
  texts: Translated<Texts>,
  { isAlone }: { readonly isAlone: boolean },
): string {
  const { code, errorId, message } = problem;
  const sentence = findSentence(problem) ?? message;
  const more = isAlone && sentence !== message && needOwnWords.includes(code) ? ` ${message}` : '';
  return `${sentence}${more}${errorId === undefined ? '' : ` ${texts.errorId(errorId)}`}`;
}
