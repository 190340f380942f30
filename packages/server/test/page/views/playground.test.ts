import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findFirstArguments } from '../../../page/src/views/playground/first-arguments.js';
import { toCommand, toCurl, toTypeScript } from '../../../page/src/views/playground/snippets.js';

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
  const asOther = { ...request, component: 'mail', confidence: 'LOW' } as const;
  expect(JSON.parse(shell(`curl() { ${lastArgument}; }\n${toCurl(asOther, '')}`))).toMatchObject({
    component: 'mail',
    confidence: 'LOW',
  });
  expect(toCommand(asOther)).toMatch(/ --component mail --confidence LOW$/);
  expect(toTypeScript(asOther, '')).toContain('"confidence": "LOW"');
});

test('a form begins with the examples of its schema', () => {
  expect(findFirstArguments({ examples: [{ a: 1 }], properties: { a: {} } })).toEqual({ a: 1 });
  expect(findFirstArguments({ properties: { a: { examples: ['x', 'y'] }, b: { default: 3 } } })).toEqual({ a: 'x' });
});
