import { DECISION_KINDS, DECISION_TABLE, type DecisionKind } from '@loadout/core';

/** The kinds of decisions, each with how it is set and what it means. */
export const decisionHelp = `
Kinds:
${DECISION_KINDS.map(describeKind).join('\n')}

A TOOL is its name or an alias, or OWNER#NAME with its owner's own name for it.`;

function describeKind(kind: DecisionKind): string {
  const { description, expected } = DECISION_TABLE[kind];
  return `  ${describeUsage(kind)}\n      ${description} VALUE: ${expected}.`;
}

/** A kind with its subject and value, as in `approval TOOL VALUE`. */
export function describeUsage(kind: DecisionKind): string {
  const { subject, example } = DECISION_TABLE[kind];
  const words: Readonly<Record<typeof subject, string>> = {
    none: '',
    tool: ' TOOL',
    'model-provider': ' MODEL_PROVIDER',
    owner: ' OWNER',
    component: ' COMPONENT',
  };
  const value = example === true ? ' [true]' : Array.isArray(example) ? ' NAME...' : ' VALUE';
  return `${kind}${words[subject]}${value}`;
}
