import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createExtractor } from '../../src/extraction/create-extractor.js';
import { findWorkerFile, requireWorkerFile } from '../../src/extraction/worker-file.js';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-worker-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a bundle without its worker is told of when the reader is made, with what to do', () => {
  const folder = makeFolder();
  const from = pathToFileURL(join(folder, 'main.js'));
  expect(() => findWorkerFile(from)).toThrow(join(folder, 'extraction-worker.js'));
  expect(() => findWorkerFile(from)).toThrow('@loadout/builtin-tools/extraction-worker');
  expect(() => createExtractor({ workerFile: join(folder, 'none.js') })).toThrow('extraction: { workerFile }');
  writeFileSync(join(folder, 'extraction-worker.js'), '');
  expect(findWorkerFile(from)).toBe(join(folder, 'extraction-worker.js'));
});

test('a worker is named by its path or its URL', () => {
  const file = join(makeFolder(), 'worker.js');
  writeFileSync(file, '');
  for (const name of [file, pathToFileURL(file), pathToFileURL(file).href]) expect(requireWorkerFile(name)).toBe(file);
});

test('from sources the built worker is found', () => {
  expect(existsSync(requireWorkerFile())).toBe(true);
});
