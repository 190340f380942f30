import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeFolder } from '../temporary-folder.js';
import { runLoadout } from './run-loadout.js';
import { end, serve } from './serve.js';

// The repository's own configuration, with the example companion.
const config = fileURLToPath(new URL('../../../../loadout.config.json', import.meta.url));
const run = promisify(execFile);

test('the first run makes a bot with built-in and companion tools, and every printed line works as printed', async () => {
  const cwd = makeFolder();
  const running = await serve(cwd, ['--config', config], { env: { LOADOUT_DATABASE: 'my bots.sqlite' } });
  expect(running.output).toMatch(/^Made the bot demo with read_web_page, course_search, course_get\.$/m);
  const [link, ...lines] = running.output.split('\n').filter((line) => line.startsWith('  '));
  expect(lines).toHaveLength(5);
  const page = await fetch(link?.trim() ?? '');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/html/)]);
  const answers = await Promise.all(
    lines.map(async (line) => (await run('sh', ['-c', line], { cwd, env: { PATH: process.env.PATH } })).stdout),
  );
  const [shown, posted, called] = answers;
  expect(JSON.parse(shown ?? '').offered).toHaveLength(3);
  expect(JSON.parse(posted ?? '')).toMatchObject({ isError: false });
  expect(called).toMatch(/^\d+ courses found/);
  for (const answer of answers) expect(answer).toContain('course');
  await end(running);
});

test('a course is found by name and by alias, by the command and over HTTP, and only by a bot that has the tool', async () => {
  const cwd = makeFolder();
  const flags = ['--config', config, '--database', 'bots.sqlite'];
  const running = await serve(cwd, flags);
  const query = { query: 'statistik' };
  for (const tool of ['course_search', 'catalogue_search_courses']) {
    const { code, stdout } = await runLoadout(['call', 'demo', tool, JSON.stringify(query), ...flags], { cwd });
    expect([tool, code]).toEqual([tool, 0]);
    expect(stdout).toMatch(/^\d+ courses found[\s\S]*Statisti/);
    expect(await running.ask('POST', '/bots/demo/calls', { tool, arguments: query })).toMatchObject({
      status: 200,
      body: { isError: false, content: [{ text: stdout.trimEnd() }] },
    });
  }
  expect((await runLoadout(['unassign', 'demo', 'catalogue_search_courses', ...flags], { cwd })).stdout).toBe(
    'demo no longer has course_search.\n',
  );
  for (const tool of ['course_search', 'catalogue_search_courses']) {
    expect(await runLoadout(['call', 'demo', tool, '{"query":"x"}', ...flags], { cwd })).toMatchObject({
      code: 1,
      stdout: '',
    });
    const { status, body } = await running.ask('POST', '/bots/demo/calls', { tool, arguments: query });
    expect({ status, body }).toMatchObject({ status: 200, body: { isError: true } });
    expect(JSON.stringify(body)).not.toContain('Statisti');
  }
  expect((await running.ask('GET', '/bots/demo/loadout')).body).toMatchObject({ withheld: [] });
  await end(running);
});
