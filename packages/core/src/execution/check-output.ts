import { describeError } from '../companions/guard.js';
import type { CallState } from './call-state.js';
import type { CallableTool } from './callable-tool.js';
import { describeProblems } from './describe-problems.js';
import { endWithError } from './explain-error.js';

/** Holds a result to the tool's output schema. An error result has its own shape and is left alone. */
export function checkOutput(call: CallState): Promise<void> | undefined {
  const { tool, result } = call;
  if (tool?.definition.outputSchema === undefined || result === undefined || result.isError) return undefined;
  if (tool.output !== undefined) {
    check(call, tool);
    return undefined;
  }
  return compile(call, tool);
}

async function compile(call: CallState, tool: CallableTool): Promise<void> {
  const schema = tool.definition.outputSchema;
  if (schema === undefined) return;
  try {
    tool.output = await call.host.compiler.compile(tool.slot.companionId, schema, `${tool.hash}/output`);
  } catch (error) {
    endWithError(call, new Error(`The output schema of "${tool.name}" cannot be used: ${describeError(error)}`));
    return;
  }
  check(call, tool);
}

function check(call: CallState, tool: CallableTool): void {
  const structured = call.result?.structuredContent;
  if (structured === undefined) {
    endWithError(call, new Error(`"${tool.name}" declares an output schema and returned no structuredContent.`));
    return;
  }
  if (tool.output === undefined || tool.output.validate(structured)) return;
  // On one line: of an error a model sees the first.
  const problems = describeProblems(tool.output.explain(structured), structured)
    .trim()
    .replaceAll(/\n- /g, '; ')
    .replace(/^- /, '');
  endWithError(call, new Error(`The result of "${tool.name}" does not fit its output schema: ${problems}`));
}
