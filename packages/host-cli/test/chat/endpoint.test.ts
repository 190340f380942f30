import { expect, test } from 'vitest';
import { chooseEndpoint } from '../../src/chat/endpoint.js';
import { sendsKeyInTheClear } from '../../src/chat/open-client.js';
import { UsageError } from '../../src/config/usage-error.js';

const configured = {
  baseUrl: 'https://models.example.org/v1',
  model: 'large',
  api: 'responses',
  system: 'Be brief.',
  modelProvider: { id: 'acme', confidence: 'HIGH' },
} as const;

test('a configured endpoint is taken as it is, and flags go before', () => {
  expect(chooseEndpoint(configured)).toEqual({ ...configured, isConfigured: true });
  expect(chooseEndpoint(configured, { model: 'small', api: 'CHAT', confidence: 'low', system: 'Be long.' })).toEqual({
    ...configured,
    model: 'small',
    api: 'chat',
    system: 'Be long.',
    modelProvider: { id: 'acme', confidence: 'LOW' },
    isConfigured: true,
  });
});

test('a service that nobody vouched for is UNKNOWN', () => {
  expect(chooseEndpoint({}, { baseUrl: 'http://127.0.0.1:11434/v1', model: 'm' })).toEqual({
    baseUrl: 'http://127.0.0.1:11434/v1',
    model: 'm',
    api: 'chat',
    modelProvider: { id: '127.0.0.1:11434', confidence: 'UNKNOWN' },
    system: undefined,
    isConfigured: true,
  });
});

test('another service than the configured one has neither its confidence nor its key', () => {
  const other = chooseEndpoint(configured, { baseUrl: 'https://other.example.org/v1' });
  expect(other.isConfigured).toBe(false);
  expect(other.modelProvider).toEqual({ id: 'other.example.org', confidence: 'UNKNOWN' });
  expect(chooseEndpoint(configured, { baseUrl: 'https://models.example.org/v2' }).isConfigured).toBe(true);
});

test('without an endpoint, or with a wrong one, the error says what is missing', () => {
  expect(() => chooseEndpoint({})).toThrow(/--base-url and --model missing/);
  expect(() => chooseEndpoint({ baseUrl: 'https://models.example.org' })).toThrow(/--model missing/);
  for (const baseUrl of [
    'models.example.org',
    'ftp://models.example.org',
    'https://me:secret@models.example.org',
    'http://x/?key=1',
  ]) {
    expect(() => chooseEndpoint({}, { baseUrl, model: 'm' })).toThrow(UsageError);
  }
  expect(() => chooseEndpoint(configured, { api: 'gemini' })).toThrow(/chat, responses, anthropic/);
  expect(() => chooseEndpoint(configured, { confidence: 'sure' })).toThrow(/HIGH/);
});

test('a key crosses the network in the clear only to other machines by plain HTTP', () => {
  const at = (baseUrl: string) => chooseEndpoint({ baseUrl, model: 'm' });
  expect(sendsKeyInTheClear(at('http://models.example.org'), 'key')).toBe(true);
  expect(sendsKeyInTheClear(at('https://models.example.org'), 'key')).toBe(false);
  expect(sendsKeyInTheClear(at('http://localhost:1'), 'key')).toBe(false);
  expect(sendsKeyInTheClear(at('http://[::1]:1'), 'key')).toBe(false);
  expect(sendsKeyInTheClear(at('http://models.example.org'), undefined)).toBe(false);
});

test('what an address carries beside the address is not repeated', () => {
  for (const baseUrl of ['https://me:pass-w0rd@x.example/v1', 'https://x.example/v1?key=pass-w0rd']) {
    let said = '';
    try {
      chooseEndpoint({ model: 'm' }, { baseUrl });
    } catch (error) {
      said = String(error);
    }
    expect(said).toContain('--base-url is "https://');
    expect(said).not.toContain('pass-w0rd');
  }
});
