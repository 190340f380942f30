import { expect, test } from 'vitest';
import { type Answer, startModelServer } from '../chat/model-server.js';
import { makeProject, type RunOptions, runLoadout, startLoadout } from './run-loadout.js';

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
