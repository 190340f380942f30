import { listCredentials } from '@loadout/core/contract';
import { expect, test } from 'vitest';

test('9.5 of headers the credentials are secrets, and their parts', () => {
  const basic = Buffer.from('some-user:pass:word').toString('base64');
  const secrets = listCredentials({
    authorization: 'Bearer abcdefgh12',
    cookie: 'session=s1s1s1s1; other=o2=o2o2o2',
    'X-Key': `Basic ${basic}`,
    'x-acme': '8d1f0c2e9a7b4c3d8e6f5a10',
  });
  for (const secret of ['Bearer abcdefgh12', 'abcdefgh12', 's1s1s1s1', 'o2=o2o2o2', basic, 'pass:word'])
    expect(secrets).toContain(secret);
  expect(secrets).toContain('8d1f0c2e9a7b4c3d8e6f5a10');
  expect(secrets).not.toContain('some-user');
});

test("9.5 headers that say so are credentials, and words of others are nobody's secret", () => {
  const isOne = (name: string): boolean => listCredentials({ [name]: 'some words' }).length > 0;
  const credentials =
    'authorization proxy-authorization cookie x-api-key apikey x-auth-token x-access-token private-token x-session ' +
    'x-session-id x-secret x-client-secret x-password x-credential x-amz-signature cf-access-jwt-assertion x-sid x-auth';
  const others =
    'accept accept-language origin referer x-api-version x-team x-author x-authority x-keywords x-auth-user x-key-version ' +
    'x-request-id x-requested-with x-forwarded-user x-tenant cache-control x-inside';
  expect(credentials.split(' ').filter((name) => !isOne(name))).toEqual([]);
  expect(others.split(' ').filter(isOne)).toEqual([]);
  const plain = {
    'x-api-version': '2024-11-01',
    origin: 'http://wiki.corp',
    'x-host': 'wiki-2.engineering.corp.example',
  };
  expect(listCredentials(plain)).toEqual([]);
});
