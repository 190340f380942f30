import { createHost, isLoadoutError } from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';
import { type AppOptions, createApp, type ServerOptions, startServer } from '../src/index.js';

async function makeOptions(): Promise<ServerOptions> {
  const host = await createHost({ logger: () => {} });
  onTestFinished(() => host.close());
  return { host, listen: { host: '127.0.0.1', port: 0 } };
}

test.each([
  [{ host: undefined }, 'startServer: host has to be a host, as createHost makes it, but is missing.'],
  [{ host: {} }, /: host .* but is an object\.$/],
  [{ listen: undefined }, 'startServer: listen has to be an object with host and port, but is missing.'],
  [{ listen: { host: '127.0.0.1' } }, /: listen\.port .* but is missing\.$/],
  [{ listen: { host: '', port: 0 } }, 'startServer: listen.host has to be a name or an address, but is "".'],
  [
    { listen: { host: 'localhost', port: 'x' } },
    'startServer: listen.port has to be a whole number from 0 to 65535, but is "x".',
  ],
  [{ listen: { host: 'localhost', port: 65_536 } }, /: listen\.port .* but is 65536\.$/],
  [{ listen: { host: 'localhost', prot: 1 } }, 'startServer: there is no option "listen.prot". Known: host, port.'],
  [
    { accessToken: 'x' },
    'startServer: accessToken has to be a text of 32 to 512 visible ASCII characters, but is a text of 1.',
  ],
  [{ accessToken: 5 }, /: accessToken .* but is 5\.$/],
  [{ accessToken: `${'x'.repeat(40)} ` }, /: accessToken .* but is a text of 41\.$/],
  [{ logger: 'console' }, 'startServer: logger has to be a function, but is "console".'],
  [{ limits: 5 }, 'startServer: limits has to be an object, but is 5.'],
  [{ limits: null }, /: limits .* but is null\.$/],
  [{ version: 1 }, /: version .* but is 1\.$/],
  [
    { publicUrl: 'tools.example.org' },
    /: publicUrl .*as https:\/\/tools\.example\.org, but is "tools\.example\.org"\.$/,
  ],
  [{ publicUrl: 'https://tools.example.org/loadout' }, /: publicUrl /],
  [{ publicUrl: 'https://me@tools.example.org' }, /: publicUrl /],
  [{ publicUrl: 'ftp://tools.example.org' }, /: publicUrl /],
  [{ port: 8787 }, /^startServer: there is no option "port"\. Known: .*listen/],
])('startServer refuses %o by the name of the option', async (wrong, message) => {
  const options = { ...(await makeOptions()), ...wrong } as ServerOptions;
  const error: unknown = await startServer(options).catch((reason: unknown) => reason);
  expect(isLoadoutError(error, 'CONFIGURATION_INVALID')).toBe(true);
  if (!(error instanceof Error)) throw error;
  if (typeof message === 'string') expect(error.message).toBe(message);
  else expect(error.message).toMatch(message);
});

test('options that are none at all are refused', async () => {
  for (const options of [undefined, null, 5, []]) {
    await expect(startServer(options as never)).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID' });
    expect(() => createApp(options as never)).toThrow(/^createApp: the options have to be|^createApp: the options has/);
  }
});

test('createApp refuses what it does not take', async () => {
  const { host, listen } = await makeOptions();
  expect(() => createApp({ host, listen } as AppOptions)).toThrow('createApp: there is no option "listen".');
  expect(() => createApp({ host, boundTo: ' ' })).toThrow('createApp: boundTo has to be a name or an address');
});

test('what may be left out may be undefined', async () => {
  const { host } = await makeOptions();
  const options = { host, logger: undefined, accessToken: undefined, limits: undefined, publicUrl: undefined };
  expect(() => createApp(options as unknown as AppOptions)).not.toThrow();
});
