import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findFirstArguments } from '../../../page/src/views/playground/first-arguments.js';
import { readArgumentErrors } from '../../../page/src/views/playground/read-argument-errors.js';
import { toCommand, toCurl, toTypeScript } from '../../../page/src/views/playground/snippets.js';
import { makeHost } from '../../builders/make-host.js';

test('what the host says of wrong arguments is read by field', async () => {
  const { host } = await makeHost();
  await host.bots.add({ id: 'reader', displayName: 'Reader' });
  await host.assign('reader', ['echo']);
  const turn = await host.startTurn({ bot: 'reader' });
  const { content } = await turn.call({ name: 'echo', arguments: { text: { not: 'a text' } } });
  await turn.end();
  const errors = readArgumentErrors(String((content[0] as { text?: string }).text));
  expect(errors).toEqual([{ pointer: '/text', message: expect.stringMatching(/^expected a string, but /) }]);
});

test('several errors, places in lists and odd names have their pointers; other texts are none', () => {
  const text = [
    'Invalid arguments for "t": ',
    '- a.b[0].c: expected a string, but 1 came',
    '- ["odd name/~"]: missing',
    '- and 3 more',
  ].join('\n');
  expect(readArgumentErrors(text)).toEqual([
    { pointer: '/a/b/0/c', message: 'expected a string, but 1 came' },
    { pointer: '/odd name~1~0', message: 'missing' },
    { pointer: '', message: 'and 3 more' },
  ]);
  expect(readArgumentErrors('Tool execution failed: a: b')).toEqual([]);
});

test('the call for a shell arrives as it was, whatever is in it', () => {
  const request = { bot: 'support', tool: 'crm_lookup', arguments: { q: `it's "$HOME" \`id\` \\ ü\n` } };
  const shell = (line: string): string => execFileSync('sh', ['-c', line], { encoding: 'utf8' });
  const lastArgument = 'for last; do :; done; printf %s "$last"';
  const curl = toCurl(request, 'http://127.0.0.1:8787');
  expect(curl).toContain('Bearer $LOADOUT_TOKEN');
  const body = shell(`curl() { ${lastArgument}; }\n${curl}`);
  expect(JSON.parse(body)).toEqual({ tool: 'crm_lookup', arguments: request.arguments });
  const json = shell(`loadout() { ${lastArgument}; }\n${toCommand(request)}`);
  expect(JSON.parse(json)).toEqual(request.arguments);
  expect(toCommand({ bot: 'support', tool: 'now', arguments: undefined })).toBe('loadout call support now');
  expect(toTypeScript(request, 'http://127.0.0.1:8787')).toContain('process.env.LOADOUT_TOKEN');
});

test('a form begins with the examples of its schema', () => {
  expect(findFirstArguments({ examples: [{ a: 1 }], properties: { a: {} } })).toEqual({ a: 1 });
  expect(findFirstArguments({ properties: { a: { examples: ['x', 'y'] }, b: { default: 3 } } })).toEqual({ a: 'x' });
});
