import type { ApprovalMode, ToolKind, ToolPolicy } from '../contract/policy.js';
import { suggestWord } from '../schema/nearest-word.js';
import { describeValue } from './describe-value.js';

/** The hard maximum of a turn (contract 7.1): no single call can be given more. */
const MAX_TIMEOUT_MS = 900_000;

const kinds: readonly unknown[] = ['search', 'read', 'write', 'analyze', 'transcribe', 'unknown'] satisfies ToolKind[];
const approvals: readonly unknown[] = ['never', 'ask', 'deny'] satisfies ApprovalMode[];

const fieldNames = Object.keys({
  kind: true,
  readOnly: true,
  idempotent: true,
  destructive: true,
  openWorld: true,
  approval: true,
  identicalCallLimit: true,
  maxCallsPerTurn: true,
  timeoutMs: true,
  maxResultCharacters: true,
} satisfies Record<keyof ToolPolicy, true>);

/** What is wrong with a policy, as a sentence. Nothing where there is no policy. */
export function findPolicyProblem(policy: unknown): string | undefined {
  if (policy === undefined) return undefined;
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy)) {
    return `its policy has to be an object, but is ${describeValue(policy)}. Try readToolPolicy() or writeToolPolicy().`;
  }
  // Foreign object: each field is judged as `unknown`.
  const fields = policy as Readonly<Record<string, unknown>>;
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined) continue;
    const expected = findExpectation(name, value);
    // What somebody added to Object.prototype is not the policy's own.
    if (expected === undefined || !Object.hasOwn(fields, name)) continue;
    if (expected !== '') return `policy.${name} has to be ${expected}, but is ${describeValue(value)}.`;
    return `its policy has the unknown field ${describeValue(name)}. ${suggestWord(name, fieldNames)}`;
  }
  return undefined;
}

/**
 * What a field has to be if `value` is not that, `''` for an unknown field. A `switch`, because it runs for each
 * field of each listed definition: a table takes twice the time of a cold start.
 */
function findExpectation(name: string, value: unknown): string | undefined {
  switch (name) {
    case 'kind':
      return kinds.includes(value) ? undefined : `one of ${kinds.join(', ')}`;
    case 'readOnly':
    case 'idempotent':
    case 'destructive':
    case 'openWorld':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'approval':
      return approvals.includes(value) ? undefined : `one of ${approvals.join(', ')}`;
    case 'timeoutMs':
      return isCount(value) && value <= MAX_TIMEOUT_MS
        ? undefined
        : `milliseconds, a whole number up to ${MAX_TIMEOUT_MS}`;
    case 'identicalCallLimit':
    case 'maxCallsPerTurn':
    case 'maxResultCharacters':
      return isCount(value) ? undefined : 'a whole number above 0';
    default:
      return '';
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
