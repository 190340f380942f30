import type { CallableTool } from './callable-tool.js';
import type { ExecutionParts } from './execution-parts.js';

/**
 * Makes the schemas of tools ready, so that calls that begin together pass what they wait for in their order. What does not
 * compile, the call itself reports.
 */
export async function compileArguments({ compiler }: ExecutionParts, tools: readonly CallableTool[]): Promise<void> {
  const missing = tools.filter((tool) => tool.arguments === undefined);
  if (missing.length === 0) return;
  await Promise.allSettled(
    missing.map(async (tool) => {
      tool.arguments = await compiler.compile(tool.slot.companionId, tool.definition.schema, tool.hash);
    }),
  );
}
