import type { Translated } from '../../texts/define-texts.js';
import type { Decision } from './host-queries.js';
import type { Texts } from './texts.js';

/** The value of a decision in the words of the page; undefined where there is none. */
export function describeDecision(
  decision: Pick<Decision, 'kind' | 'value'> | undefined,
  texts: Translated<Texts>,
): string | undefined {
  if (decision === undefined) return undefined;
  const { kind, value } = decision;
  if (value === true) return texts.yes;
  if (kind === 'approval' && (value === 'ask' || value === 'never' || value === 'deny')) return texts[value];
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
