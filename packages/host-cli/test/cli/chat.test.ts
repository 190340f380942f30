import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Answer, startModelServer } from '../chat/model-server.js';
import { addCompanion, makeProject, type RunOptions, runLoadout, startLoadout } from './run-loadout.js';

/** A bot with tools, a scripted model, and a way to chat. */
async function makeChat(answers: readonly Answer[], tools = ['echo', 'fail', 'wait']) {
  const server = await startModelServer(answers);
  const cwd = makeProject({
    companions: ['@acme/tools'],
    chat: { baseUrl: server.baseUrl, model: 'test', system: 'Be brief.' },
  });
  await runLoadout(['bots', 'add', 'demo'], { cwd });
  await runLoadout(['assign', 'demo', ...tools], { cwd });
  const chat = (args: readonly string[], options: Omit<RunOptions, 'cwd'> = {}) =>
    startLoadout(['chat', 'demo', ...args], { cwd, ...options });
  return { chat, cwd, server };
}

test('one message: calls on standard error as they run, the answer alone on standard output', async () => {
  const { chat, server } = await makeChat([
    { call: 'echo', arguments: { text: 'Grüße\u001b[2J' } },
    { text: 'It says \u001b[31mhello\u202e \u{e0041}.' },
  ]);
  const { code, stdout, stderr } = await chat(['Say hello.'], { env: { LOADOUT_MODEL_KEY: 'sk-test-key' } }).ended;
  expect(stdout).toBe('It says \\x1b[31mhello\\u{202e} \\u{e0041}.\n');
  expect(stderr).toBe('→ echo text: "Grüße\\u001b[2J"\n✓ echo Grüße\\x1b[2J\n');
  expect(code).toBe(0);
  expect(server.received.map(({ key }) => key)).toEqual(['Bearer sk-test-key', 'Bearer sk-test-key']);
  const [first, second] = server.received;
  expect(first?.body).toMatchObject({ model: 'test', stream: true, parallel_tool_calls: false });
  expect(first?.body.messages).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Say hello.' },
  ]);
  expect(second?.body.messages.at(-1)).toMatchObject({ role: 'tool', tool_call_id: 'call_1' });
});

test('a message from standard input, and the whole result as JSON', async () => {
  const { chat, server } = await makeChat([{ call: 'nothing' }, { text: 'It is not there.' }]);
  const { code, stdout, stderr } = await chat(['-', '--json'], { input: 'Try it.' }).ended;
  expect(stderr).toBe('');
  const result = JSON.parse(stdout);
  expect(result).toMatchObject({
    stop: 'answer',
    text: 'It is not there.',
    suspension: null,
    error: null,
    outcomes: [{ tool: 'nothing', isError: true }],
    usage: { calls: 1 },
  });
  expect(result.transcript).toHaveLength(4);
  expect(code).toBe(0);
  expect(server.received[0]?.body.stream).toBeUndefined();
});

test('lines of a pipe are a conversation with its history, and commands between them', async () => {
  const { chat, server } = await makeChat([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
  const input = 'first\n\n/tools\nsecond\n/new\n/unknown\n/help\nthird\n/quit\nnever\n';
  const { code, stdout, stderr } = await chat([], { input }).ended;
  expect(stdout).toMatch(/^One\.\nTOOL[\s\S]*echo +echo +offered[\s\S]*\nTwo\.\nThree\.\n$/);
  expect(stderr).toContain('A new conversation.\n');
  expect(stderr).toContain('warning: There is no /unknown.');
  expect(stderr).toContain('/resume [ID]');
  expect(code).toBe(0);
  const said = server.received.map(({ body }) => body.messages.map(({ content }) => content));
  expect(said).toEqual([
    ['Be brief.', 'first'],
    ['Be brief.', 'first', 'One.', 'second'],
    ['Be brief.', 'third'],
  ]);
});

test('Ctrl-C cancels the turn and not the chat; what it called has its result', async () => {
  const { chat, server } = await makeChat([{ call: 'wait' }, { text: 'Still here.' }]);
  const running = chat([], { input: 'wait for it\nare you there?\n' });
  await running.waitFor('wait: started');
  running.child.kill('SIGINT');
  const { code, stdout, stderr } = await running.ended;
  expect(stderr).toContain('wait: cancelled');
  expect(stderr).toContain('– wait');
  expect(stderr).toContain('Cancelled.');
  expect(stdout).toBe('Still here.\n');
  expect(code).toBe(0);
  const roles = server.received[1]?.body.messages.map(({ role }) => role);
  expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'user']);
});

test('Ctrl-C ends a request that is not answered, and with one message the command', async () => {
  const { chat, server } = await makeChat(['hang']);
  const running = chat(['Hello?']);
  await expect.poll(() => server.received.length, { timeout: 10_000 }).toBe(1);
  running.child.kill('SIGINT');
  expect(await running.ended).toMatchObject({ code: 130, stdout: '', stderr: 'warning: Cancelled.\n' });
});

test('a service that fails is told with what to do, and the chat goes on', async () => {
  const { chat, server } = await makeChat([{ status: 401, message: 'wrong key sk-test-key' }, { text: 'Now.' }]);
  const { code, stdout, stderr } = await chat([], {
    input: 'first\nagain\n',
    env: { LOADOUT_MODEL_KEY: 'sk-test-key' },
  }).ended;
  expect(stderr).toMatch(
    /^error: The model's service failed: 401 wrong key \[secret\]\. .*loadout secrets set model-endpoint/,
  );
  expect(stderr).toContain('note: The message is no part of the conversation.');
  expect(stdout).toBe('Now.\n');
  expect(code).toBe(0);
  // What nobody answered is not part of the conversation.
  expect(server.received[1]?.body.messages.map(({ content }) => content)).toEqual(['Be brief.', 'again']);
});

test('without an endpoint the command says what is missing', async () => {
  const cwd = makeProject();
  await runLoadout(['bots', 'add', 'demo'], { cwd });
  expect(await runLoadout(['chat', 'demo', 'Hello'], { cwd })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('--base-url and --model missing'),
  });
  const json = ['chat', 'demo', '--json', '--base-url', 'http://127.0.0.1:1', '--model', 'm'];
  expect(await runLoadout(json, { cwd })).toMatchObject({ code: 2 });
});

test('the environment names an endpoint, and what is trusted of the configured one does not count for it', async () => {
  const { chat, cwd } = await makeChat([]);
  const other = await startModelServer([{ text: 'Other.' }]);
  const env = { LOADOUT_MODEL_BASE_URL: other.baseUrl, LOADOUT_MODEL: 'small', LOADOUT_MODEL_API: 'chat' };
  expect(await chat(['Hello'], { env }).ended).toMatchObject({ code: 0, stdout: 'Other.\n', stderr: '' });
  expect(other.received[0]?.body.model).toBe('small');
  expect(await runLoadout(['bots', 'list'], { cwd, env: { LOADOUT_MODEL_API: 'gemini' } })).toMatchObject({
    stderr: expect.stringContaining('LOADOUT_MODEL_API is "gemini"'),
  });
});

test('a call that needs approval waits, is decided by a command, and goes on in another chat', async () => {
  const { chat, cwd, server } = await makeChat([
    { call: 'echo', arguments: { text: 'careful' } },
    { text: 'It ran.' },
    { text: 'And on.' },
  ]);
  await runLoadout(['host', 'set', 'approval', 'echo', 'ask'], { cwd });
  const waiting = await chat(['Be careful.']).ended;
  expect(waiting).toMatchObject({ code: 0, stdout: '' });
  const [, turn] = /^note: The turn (\S+) waits for a person\.$/m.exec(waiting.stderr) ?? [];
  const [, approval] = /"loadout approvals allow (\S+)"/.exec(waiting.stderr) ?? [];
  // Nobody has decided yet, and lines of a pipe decide nothing.
  const early = await chat([], { input: `/resume ${turn}\n/resume\n` }).ended;
  expect(early.stderr).toContain(`loadout approvals allow ${approval}`);
  expect(early.stderr).toContain(`Go on with it by "/resume ${turn}".`);
  expect(server.received).toHaveLength(1);
  expect(waiting.stderr).toContain(`then "loadout chat demo", and there /resume ${turn}.`);
  expect(await runLoadout(['approvals', 'allow', approval ?? ''], { cwd })).toMatchObject({ code: 0 });
  const resumed = await chat([], { input: `/resume ${turn}\nand then?\n/resume ${turn}\n` }).ended;
  expect(resumed.stdout).toBe('It ran.\nAnd on.\n');
  expect(resumed.stderr).toContain('✓ echo careful');
  expect(resumed.stderr).toMatch(/error: .*turn/i);
  expect(resumed.code).toBe(1);
  expect(server.received[2]?.body.messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ]);
});

test('the key from the secrets of the host is sent to the configured service, and to no other', async () => {
  const { chat, cwd, server } = await makeChat([{ text: 'One.' }]);
  const other = await startModelServer([{ text: 'Two.' }]);
  const env = { LOADOUT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
  const set = await runLoadout(['secrets', 'set', 'model-endpoint'], { cwd, env, input: 'sk-from-the-vault' });
  expect(set).toMatchObject({ code: 0 });
  expect(await chat(['Hello'], { env }).ended).toMatchObject({ code: 0, stdout: 'One.\n' });
  expect(server.received[0]?.key).toBe('Bearer sk-from-the-vault');
  const { stdout, stderr } = await chat(['Hello', '--base-url', other.baseUrl], { env }).ended;
  expect(stdout).toBe('Two.\n');
  expect(stderr).toContain('The stored key is for the configured endpoint');
  expect(other.received[0]?.key).toBe('Bearer none');
  // Where no endpoint is configured there is none that the key is for.
  const third = await startModelServer([{ text: 'Three.' }]);
  writeFileSync(join(cwd, 'loadout.config.json'), JSON.stringify({ companions: ['@acme/tools'] }));
  const named = await chat(['Hello', '--base-url', third.baseUrl, '--model', 'm'], { env }).ended;
  expect(named).toMatchObject({ code: 0, stdout: 'Three.\n' });
  expect(named.stderr).toContain(`note: The stored key "model-endpoint" goes to ${third.baseUrl}`);
});

test('sources of tools stand under their own heading after the answer', async () => {
  const { chat, cwd } = await makeChat([{ call: 'find' }, { text: 'Found.' }]);
  addCompanion(
    cwd,
    'finder',
    `export const register = (host) => host.on('CollectToolProviders', (event) => event.registerProvider({
      getTools: () => [{ name: 'find', description: 'Finds.', schema: { type: 'object' } }],
      executeTool: () => ({
        content: [{ type: 'text', text: 'x' }],
        _meta: { 'loadout/sources': [{ url: 'https://example.org/a', title: 'A\\u001b[2J' }] },
      }),
    }));`,
  );
  const config = JSON.parse(readFileSync(join(cwd, 'loadout.config.json'), 'utf8'));
  writeFileSync(join(cwd, 'loadout.config.json'), JSON.stringify({ ...config, companions: ['@acme/finder'] }));
  await runLoadout(['assign', 'demo', 'find'], { cwd });
  const { stdout } = await chat(['Find it.']).ended;
  expect(stdout).toMatch(/^Found\.\n\nSources used by tools\n- A.*<https:\/\/example\.org\/a>\n$/);
  expect(stdout).not.toContain('\u001b');
});

test('a pipe sends no message that would give up a call that waits', async () => {
  const { chat, cwd, server } = await makeChat([{ call: 'echo', arguments: { text: 'careful' } }, { text: 'Never.' }]);
  await runLoadout(['host', 'set', 'approval', 'echo', 'ask'], { cwd });
  const { code, stdout, stderr } = await chat([], { input: 'Be careful.\nhello\nand more\n' }).ended;
  expect(stderr).toMatch(
    /error: The next message would give up what waits, so it is not sent.* resume the turn \S+\.$/m,
  );
  expect([code, stdout, server.received.length]).toEqual([1, '', 1]);
  expect(JSON.parse((await runLoadout(['approvals', 'list', '--json'], { cwd })).stdout).approvals).toHaveLength(1);
});
