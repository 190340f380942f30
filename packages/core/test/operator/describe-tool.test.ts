import { expect, test } from 'vitest';
import { courseSettings, courseTool, openOperatorHost } from '../builders/operator-host.js';
import { tool } from '../builders/provider.js';
import { storeBot } from '../builders/stored-bot.js';

test('a tool is described by any of its names, with what a list of tools leaves out', async () => {
  const { host, store } = await openOperatorHost({
    '@acme/one': [courseTool('search', { aliases: ['find'], minimumConfidence: 'LOW', sensitiveArguments: ['text'] })],
    '@acme/two': ['search'],
  });
  await storeBot(store, { id: 'b' }, [{ toolName: 'find', owner: '@acme/one' }]);
  await storeBot(store, { id: 'a' }, [{ toolName: 'search', owner: '@acme/gone' }]);
  const [listing] = (await host.catalogue()).tools;
  expect(await host.describeTool('find')).toEqual({
    name: 'search',
    tool: { ...listing, settingsSchema: courseSettings, minimumConfidence: 'LOW', sensitiveArguments: ['text'] },
    leftOut: [expect.objectContaining({ owner: '@acme/two', status: 'skipped' })],
    bots: [
      { bot: 'a', owner: '@acme/gone' },
      { bot: 'b', owner: '@acme/one' },
    ],
  });
});

test('a tool that nobody lists is described by what is known of it, and a name that nobody knows is refused', async () => {
  const { host, store } = await openOperatorHost({
    '@acme/one': [tool('broken', { schema: { type: 'object', properties: { x: { type: 'nonsense' } } } })],
  });
  await storeBot(store, { id: 'a' }, [{ toolName: 'gone', owner: '@acme/gone' }]);
  expect(await host.describeTool('gone')).toEqual({
    name: 'gone',
    tool: null,
    leftOut: [],
    bots: [{ bot: 'a', owner: '@acme/gone' }],
  });
  expect(await host.describeTool('broken')).toMatchObject({ tool: null, leftOut: [{ status: 'quarantined' }] });
  await expect(host.describeTool('brokem')).rejects.toMatchObject({
    code: 'TOOL_UNKNOWN',
    message: expect.stringContaining('"broken"'),
  });
});
