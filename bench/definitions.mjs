// Definitions as real tools have them: a handful of described arguments.

/** `count` definitions with names of their own. */
export function createDefinitions(count) {
  return Array.from({ length: count }, (_, index) => ({
    name: `tool_${index}`,
    description: `Looks up entries of register ${index}. Use it when the user asks for an entry by word, area or date.`,
    schema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Words to look for, all of which have to occur.' },
        area: { type: 'string', enum: ['north', 'south', 'east', 'west'], description: 'Where to look.' },
        since: { type: 'string', format: 'date', description: 'Earliest date, as YYYY-MM-DD.' },
        limit: { type: 'integer', minimum: 1, maximum: 50, description: 'How many entries at most.' },
        exact: { type: 'boolean', description: 'Whole words only.' },
      },
      required: ['query'],
      additionalProperties: false,
    },
    policy: { kind: 'search', readOnly: true, idempotent: true, destructive: false },
  }));
}

/** A companion with one provider of these definitions. */
export function createCompanion(definitions, executeTool = async () => 'done') {
  const provider = { getTools: () => definitions, executeTool };
  return {
    id: '@bench/tools',
    load: () => ({
      register: (host) => host.on('CollectToolProviders', (event) => event.registerProvider(provider)),
    }),
  };
}
