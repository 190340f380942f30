import { type CallOutcome, ToolBlockedError, type TurnOptions } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createDeferred } from '../builders/deferred.js';
import { createManualClock } from '../builders/manual-clock.js';
import { openHost, openTurn, provideTools, readText } from '../builders/turn-builders.js';
import { hostileValues } from '../catalogue/hostile-values.js';

function fail(error: unknown): never {
  throw error;
}

/** What a model reads when a tool throws `error`, at once and later. */
async function readFailure(error: unknown, options: Partial<TurnOptions> = {}): Promise<CallOutcome> {
  const { startTurn } = await openHost({
    tools: { at_once: () => fail(error), later: async () => fail(error) },
    createId: () => 'an-id',
  });
  const turn = await startTurn(options);
  const outcome = await turn.call({ name: 'at_once' });
  const later = await turn.call({ name: 'later' });
  expect(readText(later)).toBe(readText(outcome));
  expect(later).toMatchObject({ status: outcome.status, executed: 'yes', isError: true });
  return outcome;
}

test('6.6 the message of a ToolBlockedError goes to the model word for word', async () => {
  const message = `Not before 9 o'clock.\nSee /srv/policies/hours.md?token=abcdef, ${'x'.repeat(500)}`;
  const { turn, log } = await openTurn({ a: () => fail(new ToolBlockedError(message)) });
  expect(await turn.call({ name: 'a' })).toMatchObject({
    status: 'BLOCKED',
    executed: 'yes',
    isError: true,
    content: [{ type: 'text', text: message }],
  });
  expect(log.filter(({ event }) => event === 'tool-failed')).toEqual([]);
});

test('6.6 a ToolBlockedError of another copy of this package counts as well, and a namesake does not', async () => {
  const foreign = Object.assign(new Error('not in this copy'), { [Symbol.for('loadout.ToolBlockedError')]: true });
  const namesake = Object.assign(new Error('only a name'), { name: 'ToolBlockedError' });
  expect(await readFailure(foreign)).toMatchObject({ status: 'BLOCKED', content: [{ text: 'not in this copy' }] });
  expect(await readFailure(namesake)).toMatchObject({ status: 'ERROR' });
});

test('6.6 any other error is logged whole under an id, and the model gets its first line with that id', async () => {
  const cause = new Error('connection refused');
  const error = new Error('The catalogue is not there.\nsecond line', { cause });
  const { turn, log, host } = await openTurn({ a: () => fail(error) });
  const outcome = await turn.call({ id: 'c-1', name: 'a' });
  const text = readText(outcome);
  expect(outcome).toMatchObject({ status: 'ERROR', executed: 'yes', isError: true });
  const id = /^Tool execution failed: The catalogue is not there\. \(error ([\w-]+)\)$/.exec(text)?.[1];
  expect(id, text).toBeDefined();
  const entries = log.filter(({ errorId }) => errorId === id);
  expect(entries).toMatchObject([
    {
      level: 'error',
      event: 'tool-failed',
      companion: '@acme/tools',
      bot: 'bot-a',
      turn: turn.id,
      call: 'c-1',
      tool: 'a',
    },
  ]);
  expect(entries[0]?.error).toBe(error);
  expect(await host.traces.list()).toMatchObject([{ callId: 'c-1', errorId: id }]);
});

test('6.6 each error has an id of its own', async () => {
  const { turn } = await openTurn({ a: () => fail(new Error('again')) });
  const texts = [readText(await turn.call({ name: 'a' })), readText(await turn.call({ name: 'a' }))];
  expect(new Set(texts).size).toBe(2);
});

const lines: readonly (readonly [what: string, message: string, expected: string])[] = [
  ['a path with a space', 'open /home/jo/my docs/secret.txt', 'open [path] [path]'],
  ['a relative path', 'in src/private/keys.ts:5:3', 'in [path]:5:3'],
  ['a module', 'at node_modules/foo/index.js', 'at [path]'],
  ['curly quotes', 'lost \u201c/home/jo/x\u201d', 'lost \u201c[path]\u201d'],
  ['an option', 'cc -I/usr/include/secret', 'cc [path]'],
  ['a variable', 'no $HOME/secret', 'no [path]'],
  ['a media type', 'text/html is not application/json', 'text/html is not application/json'],
  ['a password with spaces', "password: 'a b c d' refused", "password: '[removed]' refused"],
  ['a password with an at sign', 'cannot reach postgres://u:p@ss@db:5432/x', 'cannot reach postgres://db:5432/x'],
  ['a plain message', 'Course 5 does not exist.', 'Course 5 does not exist.'],
  ['the first line only', 'first\nsecond', 'first'],
  ['the first line that says something', '\n  \r\n third', 'third'],
  ['no message at all', ' \n ', 'no message was given'],
  [
    'a path',
    "ENOENT: no such file or directory, open '/home/ada/courses/data.json'",
    "ENOENT: no such file or directory, open '[path]'",
  ],
  ['a path with spaces', "cannot open '/home/ada/My Courses/data 1.json' now", "cannot open '[path]' now"],
  ['a Windows path', 'cannot open C:\\Users\\ada\\data.json', 'cannot open [path]'],
  ['a network path', 'cannot open \\\\files01\\share\\ada\\data.json', 'cannot open [path]'],
  ['a home path', 'cannot open ~/courses/data.json', 'cannot open [path]'],
  ['a relative path', 'cannot open ../secrets/data.json or ./local/x.json', 'cannot open [path] or [path]'],
  ['a file URL', 'cannot import file:///srv/app/index.js', 'cannot import [path]'],
  ['a place in a file', 'SyntaxError at /srv/app/index.js:10:5', 'SyntaxError at [path]:10:5'],
  ['a path in brackets', 'failed (/srv/app/index.js)', 'failed ([path])'],
  ['a Windows path in JSON', '{"file":"C:\\\\Users\\\\ada\\\\x.json"}', '{"file":"[path]"}'],
  ['a path with doubled slashes', 'cannot open /home//ada///x.json', 'cannot open [path]'],
  ['a token of the web', 'bad eyJhbGciOiJI.eyJzdWIiOiIx.c2ln', 'bad [removed]'],
  ['a path after a key', 'file=/etc/passwd', 'file=[path]'],
  ['a web address', 'GET https://example.org/courses/5 gave 404', 'GET https://example.org/courses/5 gave 404'],
  ['a fraction, a date, alternatives', '1/2 of 3/4/2024 and/or', '1/2 of 3/4/2024 and/or'],
  [
    'a password in a URL',
    'cannot reach postgres://ada:hunter22@db.example.org:5432/x',
    'cannot reach postgres://db.example.org:5432/x',
  ],
  ['a bearer token', 'refused: Authorization: Bearer abc.def-ghi_jkl', 'refused: Authorization: Bearer [removed]'],
  ['an API key', 'the key sk-proj-abcdefgh12345678 is wrong', 'the key [removed] is wrong'],
  ['a key and its value', 'api_key=abcdef123456&limit=5', 'api_key=[removed]&limit=5'],
  ['a password in JSON', '{"password": "hunter22", "user": "ada"}', '{"password": "[removed]", "user": "ada"}'],
  ['control characters', 'a\u001b[31mred\u0007', 'a [31mred'],
];

test.each(lines)('6.6 the model gets a cleaned line: %s', async (_what, message, expected) => {
  expect(readText(await readFailure(new Error(message)))).toBe(`Tool execution failed: ${expected} (error an-id)`);
});

test('6.6 the line has 300 characters at most', async () => {
  const text = readText(await readFailure(new Error('word '.repeat(10_000))));
  const line = text.slice('Tool execution failed: '.length, -' (error an-id)'.length);
  expect(line.length).toBeLessThanOrEqual(300);
  expect(line.length).toBeGreaterThan(290);
});

const secretSchema = {
  type: 'object',
  properties: { apiKey: { type: 'string', secret: true }, region: { type: 'string' } },
};
const secret = 'Zq8!vL2#pW7$';

test("6.6 a secret of the tool's settings is removed, whatever stands around it", async () => {
  const { turn, log } = await openTurn(
    {
      a: {
        settingsSchema: secretSchema,
        run: (_args, config) => fail(new Error(`refused <${config.apiKey}> twice: ${config.apiKey}`)),
      },
    },
    { toolSettings: { a: { apiKey: secret, region: 'north' } } },
  );
  const text = readText(await turn.call({ name: 'a' }));
  expect(text).toMatch(/^Tool execution failed: refused <\[secret\]> twice: \[secret\] \(error /);
  expect(
    log.some(({ error }) => error instanceof Error && error.message === 'refused <[secret]> twice: [secret]'),
  ).toBe(true);
});

test('6.6 a secret that begins on the first line and ends on the next is removed as well', async () => {
  const key = 'BEGINKEYabc\ndefENDKEY';
  const { turn } = await openTurn(
    { a: { settingsSchema: secretSchema, run: (_args, config) => fail(new Error(`bad ${config.apiKey} here`)) } },
    { toolSettings: { a: { apiKey: key } } },
  );
  expect(readText(await turn.call({ name: 'a' }))).toMatch(/^Tool execution failed: bad \[secret\] here \(error /);
});

test("6.6 a secret of the companion's settings is removed, also for a tool that declares no settings", async () => {
  const provider = provideTools(
    { a: (_args, config) => fail(new Error(`refused <${config.apiKey}>`)) },
    {
      executeTool: (_name, _args, config) => fail(new Error(`refused <${config.apiKey}>`)),
      providesTool: (name) => name === 'legacy',
    },
  );
  const companion = createCompanion('@acme/secretive', provider, {
    settings: { apiKey: secret },
    settingsSchema: secretSchema,
  });
  const { startTurn, host } = await openHost({ companions: [companion] });
  await host.assign('bot-a', ['legacy']);
  const turn = await startTurn();
  for (const name of ['a', 'legacy']) {
    expect(readText(await turn.call({ name })), name).toMatch(/^Tool execution failed: refused <\[secret\]> \(error /);
  }
});

const thrown: readonly (readonly [what: string, error: unknown, expected: string | RegExp])[] = [
  ['a text', 'just a text', 'just a text'],
  ['an object with a message', { message: 'not an Error' }, 'not an Error'],
  ['an error without a message', new RangeError(), 'RangeError'],
  ['an error whose message is no text', Object.assign(new Error('x'), { message: 42 }), /\S/],
  ['an error whose message is an object', Object.assign(new Error('x'), { message: { toString: null } }), /\S/],
  ['undefined', undefined, /\S/],
  ['null', null, /\S/],
  ['a number', 5, '5'],
  ['a symbol', Symbol('odd'), /\S/],
];

test.each(thrown)('6.6 whatever is thrown becomes a line: %s', async (_what, error, expected) => {
  const text = readText(await readFailure(error));
  const line = /^Tool execution failed: (.*) \(error an-id\)$/.exec(text)?.[1];
  if (typeof expected === 'string') expect(line).toBe(expected);
  else expect(line).toMatch(expected);
});

test('6.6 hostile errors become lines as well', async () => {
  for (const [what, error] of hostileValues()) {
    const outcome = await readFailure(error);
    expect(readText(outcome), what).toMatch(/^Tool execution failed: .*\S.* \(error an-id\)$/);
  }
});

test("6.6 the caller's cancellation is CANCELLED, also when the tool then fails", async () => {
  const begun = createDeferred<void>();
  const { turn, log } = await openTurn({
    a: (_args, _config, { signal }) => {
      begun.resolve();
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped, with a stack'))),
      );
    },
  });
  const controller = new AbortController();
  const calling = turn.call({ name: 'a', signal: controller.signal });
  await begun.promise;
  controller.abort(new Error('a reason of the caller'));
  const outcome = await calling;
  expect(outcome).toMatchObject({ status: 'CANCELLED', executed: 'unknown', isError: true });
  expect(readText(outcome)).toBe('The call was cancelled. It may have run.');
  expect(log.filter(({ event }) => event === 'tool-failed')).toEqual([]);
});

test('6.6 the signal of the turn cancels its calls, and those that come later', async () => {
  const begun = createDeferred<void>();
  const controller = new AbortController();
  const { startTurn } = await openHost({
    tools: {
      a: () => {
        begun.resolve();
        return new Promise(() => undefined);
      },
    },
  });
  const turn = await startTurn({ signal: controller.signal });
  const calling = turn.call({ name: 'a' });
  await begun.promise;
  controller.abort();
  expect(await calling).toMatchObject({ status: 'CANCELLED', executed: 'unknown' });
  const later = await turn.call({ name: 'a' });
  expect(later).toMatchObject({ status: 'CANCELLED', executed: 'no' });
  expect(readText(later)).toContain('It did not run.');
  const aborted = await startTurn({ signal: AbortSignal.abort() });
  expect(await aborted.call({ name: 'a' })).toMatchObject({ status: 'CANCELLED', executed: 'no' });
});

test('6.6 a call that outlived its deadline says that it may have run, and what comes of it later is dropped', async () => {
  const clock = createManualClock();
  const begun = createDeferred<void>();
  const late = createDeferred<string>();
  const { turn, host } = await openTurn(
    {
      a: {
        policy: { timeoutMs: 1_500 },
        run: () => {
          begun.resolve();
          return late.promise;
        },
      },
    },
    { clock },
  );
  const calling = turn.call({ name: 'a' });
  await begun.promise;
  await clock.advance(1_700);
  const outcome = await calling;
  expect(outcome).toMatchObject({ status: 'ERROR', executed: 'unknown', isError: true });
  expect(readText(outcome)).toBe('Tool execution failed: "a" took longer than 1.5 s. It may have run.');
  late.resolve('at last');
  await clock.advance(10);
  expect(outcome).toMatchObject({ status: 'ERROR' });
  expect(await host.traces.list()).toHaveLength(1);
});

test('6.6 a tool that rejects after its deadline is no unhandled rejection', async () => {
  const clock = createManualClock();
  const begun = createDeferred<void>();
  const late = createDeferred<string>();
  const { turn } = await openTurn(
    {
      a: {
        policy: { timeoutMs: 1_000 },
        run: () => {
          begun.resolve();
          return late.promise;
        },
      },
    },
    { clock },
  );
  const calling = turn.call({ name: 'a' });
  await begun.promise;
  await clock.advance(1_200);
  await calling;
  late.reject(new Error('nobody waits for this'));
  await clock.advance(10);
});
