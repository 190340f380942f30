import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/open-sqlite-store.js';
import { makeDatabasePath } from '../temporary-folder.js';

const canary = 'sensitive-pin-4711';
const at = '2026-01-01T00:00:00.000Z';

function isInFiles(file: string): boolean {
  const folder = path.dirname(file);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((entry) => readFileSync(path.join(entry.parentPath, entry.name)).includes(canary));
}

test('6.8 of a turn that waited nothing stays in the file when it is gone', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await store.change(async (writer) => {
    await writer.addBot({ id: 'b', displayName: 'B', createdAt: at });
    const turn = { botId: 'b', conversationId: null, createdAt: at, expiresAt: at };
    for (let index = 0; index < 50; index += 1) {
      const filling = 'x'.repeat(index * 400);
      await writer.putSuspendedTurn({ ...turn, id: `turn-${index}`, document: { pin: canary, filling } });
      await writer.putSuspendedTranscript(`turn-${index}`, [{ role: 'user', content: canary }, filling]);
    }
  });
  expect(isInFiles(file)).toBe(true);
  await store.change(async (writer) => {
    for (let index = 0; index < 50; index += 1) await writer.deleteSuspendedTurn(`turn-${index}`);
  });
  await store.close();
  expect(isInFiles(file)).toBe(false);
});
