import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
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

/** Arguments that a shell, a terminal or a program could take for something of their own. */
const hostile: Record<string, unknown> = JSON.parse(
  JSON.stringify({
    quotes: `it's "$HOME" \\' '\\'' '"'"'`,
    commands: '$(touch pwned) `touch pwned` ; touch pwned & | > pwned #',
    history: '!x !! !-1 ^a^b',
    lines: 'a\nb\r\nc\td\\',
    controls: '\u0000\u0007\u001b[2J\u007f\u009b\u0085\u2028\u2029',
    unseen: '\u202egnp.exe\u2066\u200b\u{e0041}\ud800',
    "key ' $(touch pwned)": ['@file', '-x', '%s', '~', '*'],
  }).replace(/^\{/, '{"__proto__":{"x":1},"deep":{"__proto__":{"y":[{"__proto__":null}]}},'),
);

test.each(['sh', 'bash'])('hostile arguments arrive as they were through %s, and run nothing', (name) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'snippets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // As somebody types it: bash looks for its history in what it is given.
  const before = name === 'bash' ? 'set -o history -o histexpand\n' : '';
  const shell = (line: string): string =>
    execFileSync(name, ['-s'], { input: `${before}${line}\n`, encoding: 'utf8', cwd: folder });
  const lastArgument = 'for last; do :; done; printf %s "$last"';
  const request = { bot: 'support', tool: 'crm_lookup', arguments: hostile };
  const curl = toCurl(request, 'http://127.0.0.1:8787');
  const command = toCommand(request);

  const given = JSON.stringify(hostile);
  expect(JSON.stringify(JSON.parse(shell(`curl() { ${lastArgument}; }\n${curl}`)).arguments)).toBe(given);
  expect(JSON.stringify(JSON.parse(shell(`loadout() { ${lastArgument}; }\n${command}`)))).toBe(given);
  expect(readdirSync(folder)).toEqual([]);
  for (const snippet of [curl, command, toTypeScript(request, '')])
    expect(snippet).not.toMatch(
      /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/u,
    );
});

test('hostile arguments arrive as they were in a program', () => {
  const snippet = toTypeScript({ bot: 'support', tool: 'crm_lookup', arguments: hostile }, 'http://127.0.0.1:8787');
  const body = /body: ([\s\S]*),\n\}\);/.exec(snippet)?.[1] ?? '';
  const read = runInNewContext(`(${body})`) as { readonly arguments: unknown };
  expect(JSON.stringify(read.arguments)).toBe(JSON.stringify(hostile));
});

test('a form begins with the examples of its schema', () => {
  expect(findFirstArguments({ examples: [{ a: 1 }], properties: { a: {} } })).toEqual({ a: 1 });
  expect(findFirstArguments({ properties: { a: { examples: ['x', 'y'] }, b: { default: 3 } } })).toEqual({ a: 'x' });
});
