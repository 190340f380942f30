import { expect, test } from 'vitest';
import { readEnvironment } from '../../src/config/environment.js';

function read(env: Record<string, string>) {
  const reports: string[] = [];
  return { settings: readEnvironment(env, (message) => reports.push(message)), reports };
}

test('variables are read, empty ones count as absent', () => {
  const { settings, reports } = read({
    LOADOUT_CONFIG: 'a.json',
    LOADOUT_DATABASE: '',
    LOADOUT_HOST: '::1',
    LOADOUT_PORT: '0',
    LOADOUT_LOG_LEVEL: '',
    LOADOUT_LOG_FILE: '',
  });
  expect(settings).toEqual({
    config: 'a.json',
    chat: {},
    database: undefined,
    organisation: undefined,
    host: '::1',
    port: 0,
    logLevel: undefined,
    logFile: undefined,
  });
  expect(reports).toEqual([]);
});

test('an unknown variable is reported once, with what was probably meant; others are none of our business', () => {
  const { reports } = read({ LOADOUT_DATABSE: 'x', LOADOUT_CASES: '1', PATH: '/bin' });
  expect(reports).toEqual([
    'environment: there is no variable LOADOUT_DATABSE; it is left out. Did you mean "LOADOUT_DATABASE"?',
  ]);
});

test.each(['65536', '-1', '80a', '1e3', ' 80'])('the port %j is reported and left out', (port) => {
  const { settings, reports } = read({ LOADOUT_PORT: port });
  expect(settings.port).toBeUndefined();
  expect(reports).toHaveLength(1);
});

test('a level that is none is reported and left out', () => {
  expect(read({ LOADOUT_LOG_LEVEL: 'Warn' }).settings.logLevel).toBe('warn');
  expect(read({ LOADOUT_LOG_LEVEL: 'loud' })).toMatchObject({
    settings: { logLevel: undefined },
    reports: ['environment: LOADOUT_LOG_LEVEL is "loud", expected one of debug, info, warn, error; it is left out.'],
  });
});

test('the endpoint of chats is read, and what is no endpoint is reported without being repeated', () => {
  const { settings, reports } = read({
    LOADOUT_MODEL_BASE_URL: 'http://127.0.0.1:11434/v1',
    LOADOUT_MODEL: 'small',
    LOADOUT_MODEL_API: 'Responses',
    LOADOUT_MODEL_KEY: 'sk-1',
  });
  expect(settings.chat).toEqual({ baseUrl: 'http://127.0.0.1:11434/v1', model: 'small', api: 'responses' });
  expect(JSON.stringify(settings)).not.toContain('sk-1');
  expect(reports).toEqual([]);
  const wrong = read({ LOADOUT_MODEL_BASE_URL: 'https://me:hunter22@models.example.org', LOADOUT_MODEL_API: 'gemini' });
  expect(wrong.settings.chat).toEqual({});
  expect(wrong.reports).toEqual([
    expect.stringContaining('LOADOUT_MODEL_BASE_URL is no http or https address'),
    expect.stringContaining('LOADOUT_MODEL_API is "gemini"'),
  ]);
  expect(wrong.reports.join()).not.toContain('hunter22');
});
