import { test } from 'vitest';
import { expectIsolation, type HostileCompanion } from '../builders/hostile-host.js';

// Companions that fail before they provide anything: their package, their import, their registration, their listeners.

const failed = { state: 'failed' } as const;

const packages: readonly HostileCompanion[] = [
  {
    ...failed,
    fixture: 'no-manifest',
    says: ['COMPANION_MANIFEST_INVALID', /no-manifest .*"loadout": \{ "contract": 1 \}/],
  },
  {
    ...failed,
    fixture: 'wrong-contract-version',
    says: ['COMPANION_MANIFEST_INVALID', /wrong-contract-version .*version 2 .*Update/],
  },
  {
    ...failed,
    fixture: 'exports-no-register',
    manifest: '{ "name": ',
    says: ['COMPANION_MANIFEST_INVALID', /package\.json cannot be read/],
  },
  {
    ...failed,
    fixture: 'exports-no-register',
    manifest: 'null',
    says: ['COMPANION_MANIFEST_INVALID', /does not make it a companion/],
  },
  {
    ...failed,
    fixture: 'exports-no-register',
    manifest: '{ "loadout": { "contract": "1" } }',
    says: ['COMPANION_MANIFEST_INVALID', /"1"/],
  },
  { ...failed, fixture: 'entry-is-gone', says: ['COMPANION_FAILED', /entry-is-gone cannot be imported: .*gone\.mjs/] },
  {
    ...failed,
    fixture: 'exports-for-require-only',
    says: ['COMPANION_INVALID', /The "exports" of exports-for-require-only/],
  },
  {
    ...failed,
    fixture: 'a-package-that-is-not-there',
    says: ['COMPANION_NOT_FOUND', /a-package-that-is-not-there .*Install it/],
  },
];

const imports: readonly HostileCompanion[] = [
  {
    ...failed,
    fixture: 'never-settles-at-import',
    hangs: 'load',
    says: ['COMPANION_TIMED_OUT', /Loading never-settles-at-import .*5000 ms/],
  },
  {
    ...failed,
    fixture: 'throws-at-import',
    says: ['COMPANION_FAILED', /throws-at-import cannot be imported: the module is broken \(.*index\.mjs:1/],
  },
  {
    ...failed,
    fixture: 'throws-nothing-at-import',
    says: ['COMPANION_FAILED', /throws-nothing-at-import cannot be imported: /],
  },
  {
    ...failed,
    fixture: 'rejects-at-import',
    says: ['COMPANION_FAILED', /rejects-at-import cannot be imported: no connection at import/],
  },
  { ...failed, fixture: 'imports-what-is-not-there', says: ['COMPANION_FAILED', /a-package-that-nobody-installed/] },
  { ...failed, fixture: 'imports-a-name-that-is-not-there', says: ['COMPANION_FAILED', /noSuchExport/] },
  {
    ...failed,
    fixture: 'exports-no-register',
    says: ['COMPANION_INVALID', /exports-no-register has to export a function `register`/],
  },
  { ...failed, fixture: 'exports-register-by-default', says: ['COMPANION_INVALID', /`register` by name/] },
  { ...failed, fixture: 'exports-register-as-text', says: ['COMPANION_INVALID', /`register` by name/] },
  {
    ...failed,
    fixture: 'exports-broken-settings',
    says: ['COMPANION_INVALID', /settingsSchema of exports-broken-settings/],
  },
];

const registrations: readonly HostileCompanion[] = [
  { ...failed, fixture: 'register-throws', says: ['COMPANION_FAILED', /register-throws: no licence/] },
  { ...failed, fixture: 'register-throws-after-listening', says: ['COMPANION_FAILED', /half registered/] },
  { ...failed, fixture: 'register-rejects', says: ['COMPANION_FAILED', /register-rejects: rejected later/] },
  {
    ...failed,
    fixture: 'register-never-settles',
    hangs: 'load',
    says: ['COMPANION_TIMED_OUT', /Loading register-never-settles/],
  },
  { ...failed, fixture: 'register-answers-a-broken-thenable', says: ['COMPANION_FAILED', /do not wait for me/] },
  { ...failed, fixture: 'register-is-a-class', says: ['COMPANION_FAILED', /[Cc]lass/] },
  { ...failed, fixture: 'misuses-its-facade', says: ['COMPANION_FAILED', /misuses-its-facade: /] },
];

const called = /still here/;

const listeners: readonly HostileCompanion[] = [
  { ...failed, fixture: 'listener-throws', says: ['COMPANION_FAILED', /listener-throws: the listener is broken/] },
  {
    ...failed,
    fixture: 'listener-throws-after-registering',
    says: ['COMPANION_FAILED', /thrown after registering/],
    calls: { registered_before: ['SUCCESS', called] },
  },
  { ...failed, fixture: 'listener-rejects', says: ['COMPANION_FAILED', /listener-rejects: the listener rejected/] },
  { ...failed, fixture: 'listener-answers-a-broken-thenable', says: ['COMPANION_FAILED', /the thenable is broken/] },
  { fixture: 'listener-never-settles', state: 'ready', says: null, calls: { registered_before: ['SUCCESS', called] } },
  { fixture: 'registers-late', state: 'ready', says: ['PROVIDER_REFUSED', /synchronously in the listener/] },
  {
    fixture: 'registers-twice',
    state: 'ready',
    says: ['PROVIDER_REFUSED', /the id "same" twice/],
    calls: { registered_twice: ['SUCCESS', /once is enough/] },
  },
  {
    fixture: 'registers-without-id',
    state: 'ready',
    says: ['PROVIDER_REFUSED', /without an id/],
    calls: { has_its_place: ['SUCCESS', /has_its_place/] },
  },
  { ...failed, fixture: 'registers-garbage', says: ['PROVIDER_REFUSED', /neither a provider nor a factory/] },
  { fixture: 'registers-with-broken-options', state: 'ready', says: ['PROVIDER_REFUSED', /the id is a secret/] },
  {
    fixture: 'registers-a-hundred-thousand',
    state: 'ready',
    says: ['PROVIDER_REFUSED', /beyond the 256/],
    calls: { tool_0: ['SUCCESS', /number 0/], tool_255: ['SUCCESS', /number 255/] },
  },
  {
    fixture: 'registers-a-new-id-each-time',
    state: 'loading',
    hangs: 'list',
    says: ['COMPANION_TIMED_OUT', /getTools of .*\/d1 did not answer/],
  },
  { fixture: 'storms-with-tools-changed', state: 'ready', says: null, calls: { stormy: ['SUCCESS', /calm/] } },
];

const label = (hostile: HostileCompanion) => ({
  ...hostile,
  what: hostile.manifest === undefined ? hostile.fixture : `${hostile.fixture} with ${hostile.manifest}`,
});

test.each(packages.map(label))('2.1 the package $what hurts nobody', expectIsolation);

test.each(imports.map(label))('2.1 the import of $what hurts nobody', expectIsolation);

test.each(registrations.map(label))('2.1 the registration of $what hurts nobody', expectIsolation);

test.each(listeners.map(label))('2.1 the listener of $what hurts nobody', expectIsolation);
