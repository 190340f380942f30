import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder with files for the running test; it is removed when the test ends. */
export async function makeFolder(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'loadout-definitions-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const isRaw = typeof content === 'string' || content instanceof Uint8Array;
    await writeFile(join(folder, name), isRaw ? content : JSON.stringify(content));
  }
  return folder;
}

/** The content of a definition file that is in order. */
export function definitionFile(name: string, changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    schemaVersion: 1,
    id: name,
    implementationKey: name,
    function: {
      name,
      descriptionForLLM: `Does ${name}.`,
      parameters: { type: 'object', properties: { text: { type: 'string' } } },
    },
    ...changes,
  };
}
