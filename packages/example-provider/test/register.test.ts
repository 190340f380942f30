import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CourseProvider } from '../src/course-provider.js';
import * as companion from '../src/index.js';
import { createTinyHost } from './tiny-host.js';

test('the package exports register and settingsSchema by name, and nothing else', () => {
  expect(Object.keys(companion)).toEqual(['register', 'settingsSchema']);
});

test('the package states the contract that it is written for', () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(manifest).toMatchObject({
    loadout: { contract: 1 },
    peerDependencies: { '@loadout/core': expect.any(String) },
  });
});

test('register only listens; every dispatch gets the same provider', () => {
  const { host, collect } = createTinyHost();
  companion.register(host);
  const [provider, ...others] = collect();
  expect(provider).toBeInstanceOf(CourseProvider);
  expect(others).toEqual([]);
  expect(collect()).toEqual([provider]);
});

test('two loads of the companion have a provider each', () => {
  const first = createTinyHost();
  const second = createTinyHost();
  companion.register(first.host);
  companion.register(second.host);
  expect(first.collect()[0]).not.toBe(second.collect()[0]);
});

test('settings have names and explanations in English and German', () => {
  const { properties } = companion.settingsSchema;
  expect(Object.keys(properties ?? {})).toEqual(['enabled', 'dataFile']);
  const both = { en: expect.stringMatching(/\S/), de: expect.stringMatching(/\S/) };
  for (const setting of Object.values(properties ?? {}))
    expect(setting).toMatchObject({ title: both, description: both });
});
