import type { CompanionModule } from '@loadout/core';

/** `rich`: answers content of every kind. */
export function createRich(): CompanionModule {
  const tool = {
    name: 'rich',
    description: 'Answers content of every kind.',
    schema: { type: 'object', properties: {}, additionalProperties: false },
    policy: { readOnly: true },
  };
  const content = [
    { type: 'audio', data: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=', mimeType: 'audio/wav' },
    { type: 'image', data: Buffer.from('<svg></svg>x').toString('base64'), mimeType: 'image/svg+xml' },
    { type: 'resource_link', uri: 'https://example.org/manual.pdf', name: 'Manual' },
    { type: 'resource_link', uri: 'file:///etc/passwd', name: 'Local' },
    { type: 'resource', resource: { uri: 'https://example.org/x', mimeType: 'application/pdf', blob: 'AAAAAAAA' } },
  ];
  return {
    register: (companion) =>
      void companion.on('CollectToolProviders', (event) =>
        event.registerProvider({ getTools: () => [tool as never], executeTool: () => ({ content }) }),
      ),
  };
}
