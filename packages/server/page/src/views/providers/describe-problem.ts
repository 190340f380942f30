import type { Translated } from '../../texts/define-texts.js';
import type { CompanionTexts } from './problem-texts.js';

/** A companion's problem in the page's language. What has no sentence of its own stands in its own words beside it. */
export function describeCompanionProblem(code: string, texts: Translated<CompanionTexts>): string {
  return Object.hasOwn(texts, code) ? texts[code as keyof CompanionTexts] : texts.other; // it has the key
}
