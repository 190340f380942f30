import { mkdirSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../src/sqlite/make-folder.js';
import { startSecondProcess } from '../second-process.js';
import { makeTemporaryFolder } from '../temporary-folder.js';

test('folders are made as deep as is asked, and those that are there are kept', () => {
  const root = makeTemporaryFolder();
  mkdirSync(path.join(root, 'a'));
  for (let round = 0; round < 2; round += 1) makeFolder(path.join(root, 'a', 'b', 'c', '.', 'd'));
  expect(statSync(path.join(root, 'a', 'b', 'c', 'd')).isDirectory()).toBe(true);
  makeFolder('/');
});

test('a link to nothing is no folder', () => {
  const link = path.join(makeTemporaryFolder(), 'link');
  symlinkSync('nothing', link);
  expect(() => makeFolder(link)).toThrow('EEXIST');
  expect(() => makeFolder(path.join(link, 'deeper'))).toThrow('EEXIST');
});

// In a process of its own, which can be ended when it does not come back.
test.runIf(process.platform === 'linux')(
  'a folder that says it is missing although it is there ends the attempt',
  async () => {
    const second = await startSecondProcess();
    await expect(second.open('/proc/loadout-test/deeper/loadout.db')).rejects.toThrow(
      /^STORE_UNAVAILABLE: The database "\/proc\/.*mkdir '\/proc\/loadout-test'. That folder cannot be made. Name another place\.$/,
    );
  },
);
