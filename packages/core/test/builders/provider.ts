import type { IToolProvider, ToolDefinition } from '@loadout/core';

/** A definition that passes every check, with what a test wants of it. */
export function tool(name: string, fields: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    name,
    description: `Does ${name}.`,
    schema: { type: 'object', properties: { text: { type: 'string' } } },
    ...fields,
  };
}

/** A provider that counts how often each of its methods is asked. */
export interface CountingProvider extends IToolProvider {
  readonly asked: Record<keyof IToolProvider, number>;
}

/** Lists tools by their names or definitions; each answers with its owner's mark and its own name. */
export function createProvider(
  tools: readonly (string | ToolDefinition)[] | (() => readonly (string | ToolDefinition)[]),
  methods: Partial<IToolProvider> & { readonly mark?: string } = {},
): CountingProvider {
  const { mark = 'provider', ...own } = methods;
  const asked = { getTools: 0, executeTool: 0, providesTool: 0, getToolMetadata: 0, setInvocationContext: 0 };
  const base: IToolProvider = {
    getTools: () =>
      (typeof tools === 'function' ? tools() : tools).map((one) => (typeof one === 'string' ? tool(one) : one)),
    executeTool: (name) => `${mark} ran ${name}`,
    ...own,
  };
  const counted = Object.entries(base).map(([method, call]) => [
    method,
    function (this: unknown, ...given: unknown[]): unknown {
      asked[method as keyof typeof asked] += 1;
      return (call as (...args: unknown[]) => unknown).apply(this, given);
    },
  ]);
  // Each method of `base`, wrapped.
  return Object.assign(Object.fromEntries(counted) as unknown as IToolProvider, { asked });
}
