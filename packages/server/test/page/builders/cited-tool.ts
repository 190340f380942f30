import type { CompanionModule } from '@loadout/core';

/** `cited_search`: its results name their sources, and require the level LOW of a model. */
export function createCited(): CompanionModule {
  const tool = {
    name: 'cited_search',
    label: { en: 'Cited search', de: 'Suche mit Quellen' },
    description: 'Finds pages, and says which.',
    schema: { type: 'object', properties: {}, additionalProperties: false },
    policy: { readOnly: true },
  };
  const result = {
    content: [{ type: 'text', text: 'Found.' }],
    _meta: {
      'loadout/requiredConfidence': 'LOW',
      'loadout/sources': [{ url: 'https://example.org/page', title: 'A page' }],
    },
  };
  return {
    register: (companion) =>
      void companion.on('CollectToolProviders', (event) =>
        event.registerProvider({ getTools: () => [tool as never], executeTool: () => result }),
      ),
  };
}
