import { describeValue } from '../catalogue/describe-value.js';
import { CONFIDENCE_LEVELS, isConfidenceLevel } from '../contract/confidence.js';
import type { DecisionKind } from '../contract/decisions.js';
import { TOOL_NAME_PATTERN } from '../contract/definition.js';
import type { JsonValue } from '../contract/json.js';

/** What a kind of decision is about. */
export type DecisionSubject = 'none' | 'tool' | 'model-provider' | 'owner' | 'component';

/** One kind of decision: what it is about, what its value may be, and what it means, for people. */
export interface DecisionRule {
  readonly subject: DecisionSubject;
  /** What the value has to be, as the rest of a sentence. */
  readonly expected: string;
  /** What it does, in a sentence. */
  readonly description: string;
  /** A value, for help. */
  readonly example: JsonValue;
  readonly accepts: (value: unknown) => boolean;
}

const MAX_NAMES = 1_000;

const isTrue = (value: unknown): boolean => value === true;
const isToolName = (value: unknown): boolean => typeof value === 'string' && TOOL_NAME_PATTERN.test(value);
const approvals: readonly unknown[] = ['never', 'ask', 'deny'];

const onOnly = 'true; to take the decision back, unset it';

/** All kinds: the one place that says what each takes, for checks and for help. */
export const DECISION_TABLE: Readonly<Record<DecisionKind, DecisionRule>> = Object.freeze({
  'tools-off': {
    subject: 'none',
    expected: onOnly,
    description: 'No bot gets any tool.',
    example: true,
    accepts: isTrue,
  },
  'withhold-changed-definitions': {
    subject: 'none',
    expected: onOnly,
    description: 'A tool whose definition changed is withheld until somebody accepts the new one.',
    example: true,
    accepts: isTrue,
  },
  'expose-as': {
    subject: 'tool',
    expected: 'the name of a tool: 1 to 64 letters, digits, "_" or "-" that begin with a letter or "_"',
    description: 'Bots get the tool under this name.',
    example: 'course_search',
    accepts: isToolName,
  },
  'minimum-confidence': {
    subject: 'tool',
    expected: `one of ${Object.keys(CONFIDENCE_LEVELS).join(', ')}`,
    description: 'A model provider needs this level to see the tool, whatever its definition says.',
    example: 'MEDIUM',
    accepts: isConfidenceLevel,
  },
  approval: {
    subject: 'tool',
    expected: 'one of never, ask, deny',
    description: 'Whether a person has to agree to each call of the tool, whatever its definition says.',
    example: 'ask',
    accepts: (value) => approvals.includes(value),
  },
  'trusted-model-provider': {
    subject: 'model-provider',
    expected: onOnly,
    description: 'The model provider gets results whatever level they require.',
    example: true,
    accepts: isTrue,
  },
  'instructions-allowed': {
    subject: 'owner',
    expected: onOnly,
    description: 'The system prompt instructions of this owner’s tools are used.',
    example: true,
    accepts: isTrue,
  },
  'component-defaults': {
    subject: 'component',
    expected: `a list of names of tools, each once, at most ${MAX_NAMES}`,
    description: 'The component gets these of the assigned tools where a turn selects none.',
    example: ['course_search'],
    accepts: (value) =>
      Array.isArray(value) &&
      value.length <= MAX_NAMES &&
      value.every(isToolName) &&
      new Set(value).size === value.length,
  },
} satisfies Record<DecisionKind, DecisionRule>);

/** Whether `kind` is one of the kinds. */
export function isDecisionKind(kind: unknown): kind is DecisionKind {
  return typeof kind === 'string' && Object.hasOwn(DECISION_TABLE, kind);
}

/** What is wrong with the value of a decision, as a sentence. */
export function findDecisionProblem(kind: DecisionKind, value: unknown): string | undefined {
  const { accepts, expected } = DECISION_TABLE[kind];
  return accepts(value) ? undefined : `The value of "${kind}" has to be ${expected}, but is ${describeValue(value)}.`;
}
