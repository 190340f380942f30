import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostOptions, IToolImplementation } from '@loadout/core';
import { onTestFinished } from 'vitest';

/** A built-in: its definition file as an object or as text, and its implementation. */
export interface BuiltIn {
  readonly name: string;
  /** What stands in the file instead. */
  readonly file?: unknown;
  /** Null: there is none. */
  readonly implementation?: Partial<IToolImplementation> | null;
}

/** Writes definition files into a folder that goes with the test. */
export function createBuiltIns(
  ...tools: readonly (string | BuiltIn)[]
): Pick<HostOptions, 'definitionFolders' | 'implementations'> {
  const folder = createTemporaryFolder();
  const implementations: IToolImplementation[] = [];
  for (const given of tools) {
    const {
      name,
      file = definitionFile(name),
      implementation = {},
    } = typeof given === 'string' ? { name: given } : given;
    writeFileSync(join(folder, `${name}.json`), typeof file === 'string' ? file : JSON.stringify(file));
    if (implementation !== null) implementations.push(createImplementation(name, implementation));
  }
  return { definitionFolders: [folder], implementations };
}

export function definitionFile(name: string): Record<string, unknown> {
  return {
    schemaVersion: 1,
    id: name,
    implementationKey: name,
    function: {
      name,
      descriptionForLLM: `Does ${name}.`,
      parameters: { type: 'object', properties: { text: { type: 'string' } } },
    },
  };
}

function createImplementation(key: string, methods: Partial<IToolImplementation> = {}): IToolImplementation {
  return {
    implementationKey: key,
    displayName: () => `Built-in ${key}`,
    description: () => `What ${key} is for.`,
    execute: () => `builtin ran ${key}`,
    ...methods,
  };
}

/** A folder that is removed when the test has finished. */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-core-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
