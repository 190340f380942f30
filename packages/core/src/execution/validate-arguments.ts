import type { CompiledSchema } from '../schema/compile-schema.js';
import { explainProblems } from '../schema/explain-problems.js';
import { EffortExceededError } from '../schema/validation-effort.js';
import { describeProblems, MOST_FIELDS } from './describe-problems.js';
import type { ParsedArguments, UsableArguments } from './parse-arguments.js';
import { repairArguments } from './repair-arguments.js';

/**
 * Validates arguments, and repairs them where they do not fit and that is enough (contract 6.2, 6.3). Arguments
 * that fit are passed on as they are. The repairs that were needed to read them are part of the answer, and arguments
 * that were spelled in a string had their one round. The message of a failure follows "Invalid arguments: ".
 */
export function validateArguments(compiled: CompiledSchema, read: UsableArguments): ParsedArguments {
  try {
    return compiled.validate(read.args) ? read : repairOrDescribe(compiled, read);
  } catch (error) {
    // A schema of many references can ask for more than a stack or any patience holds.
    if (!(error instanceof EffortExceededError) && !(error instanceof RangeError)) throw error;
    return {
      ok: false,
      message:
        'they take too long to check against the schema; send fewer entries in one call, or less deeply nested ones',
    };
  }
}

function repairOrDescribe(compiled: CompiledSchema, { args, repairs: earlier }: UsableArguments): ParsedArguments {
  const problems = compiled.findProblems(args);
  const isRepairedAlready = earlier.some(({ kind }) => kind === 'json-parsed');
  const repaired = isRepairedAlready ? undefined : repairArguments(compiled, args, problems);
  if (repaired) return { ok: true, args: repaired.args, repairs: [...earlier, ...repaired.repairs] };
  const explained = explainProblems(problems, compiled.schema);
  return { ok: false, message: describeProblems(explained, args), problems: explained.slice(0, MOST_FIELDS) };
}
