import { describeError } from '../companions/guard.js';
import type { CallState } from './call-state.js';
import type { CallableTool } from './callable-tool.js';
import { copyAgain } from './copy-arguments.js';
import { logCall } from './log-call.js';
import { parseArguments, type UsableArguments } from './parse-arguments.js';
import { validateArguments } from './validate-arguments.js';

/** Parses, validates, and where that fails repairs the arguments (contract 6.2, 6.3). */
export function prepareArguments(call: CallState): Promise<void> | undefined {
  const parsed = parseArguments(call.givenArguments);
  if (!parsed.ok) {
    call.end('ERROR', `Invalid arguments for "${call.name}": ${parsed.message}`);
    return undefined;
  }
  const { tool } = call;
  if (tool === undefined) {
    accept(call, parsed);
    return undefined;
  }
  if (tool.arguments !== undefined) {
    validate(call, tool, parsed);
    return undefined;
  }
  return compile(call, tool, parsed);
}

/** At the tool's first call. A schema that does not compile quarantines the tool, and nothing else. */
async function compile(call: CallState, tool: CallableTool, read: UsableArguments): Promise<void> {
  try {
    tool.arguments = await call.host.compiler.compile(tool.slot.companionId, tool.definition.schema, tool.hash);
  } catch (error) {
    const reason = `schema: ${describeError(error)}`;
    tool.listed.quarantine(reason);
    const message = `"${tool.name}" of ${tool.listed.owner} is quarantined: ${reason}`;
    logCall(call, 'warn', 'tool-quarantined', message, { error });
    call.end('BLOCKED', `The tool "${call.name}" is not available at present. Go on without it.`);
    return;
  }
  validate(call, tool, read);
}

function validate(call: CallState, tool: CallableTool, read: UsableArguments): void {
  if (tool.arguments === undefined) return;
  const verdict = validateArguments(tool.arguments, read);
  if (!verdict.ok) {
    call.tracedArguments = read.args;
    call.argumentProblems = verdict.problems;
    call.end('ERROR', `Invalid arguments for "${call.name}": ${verdict.message}`);
    return;
  }
  accept(call, verdict);
}

/** The tool may do what it likes with its arguments; the trace keeps a copy of its own. */
function accept(call: CallState, { args, repairs }: UsableArguments): void {
  call.args = args;
  call.repairs = repairs;
  call.tracedArguments = copyAgain(args);
}
