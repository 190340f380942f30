import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { makeFolder } from '../temporary-folder.js';

/** The built command. */
export const mainFile = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
if (!existsSync(mainFile)) throw new Error('These tests run the built command: run `node scripts/build.mjs` first.');

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));

/** Where and how the command runs. */
export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly nodeFlags?: readonly string[];
}

/** How it ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that may still run. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves with all that was written so far, once it contains `part`. */
  waitFor(part: string): Promise<string>;
}

/** A folder with a configuration and the companions it names, made of `test/fixtures/`. */
export function makeProject(configuration: object = { companions: ['@acme/tools'] }): string {
  const folder = makeFolder({ 'loadout.config.json': configuration });
  mkdirSync(join(folder, 'node_modules/@acme'), { recursive: true });
  for (const name of ['tools', 'hostile']) {
    cpSync(join(fixtures, `acme-${name}`), join(folder, 'node_modules/@acme', name), { recursive: true });
  }
  return folder;
}

/** Adds the code of a companion `@acme/<name>` to a project. */
export function addCompanion(project: string, name: string, code: string): void {
  const folder = join(project, 'node_modules/@acme', name);
  mkdirSync(folder, { recursive: true });
  const manifest = { name: `@acme/${name}`, type: 'module', exports: './index.js', loadout: { contract: 1 } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'index.js'), code);
}

/** Starts the command with an environment of its own. */
export function startLoadout(args: readonly string[], { cwd, env = {}, input, nodeFlags = [] }: RunOptions): Running {
  const child = spawn(process.execPath, [...nodeFlags, mainFile, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
    stdio: 'pipe',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.on('error', () => {}); // the command may end without reading it
  child.stdin.end(input ?? '');
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(String(part)));
  const closed = new Promise<Pick<Ended, 'code' | 'signal'>>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  const ended = Promise.all([closed, text(child.stdout), text(child.stderr)]).then(([end, stdout, stderr]) => ({
    ...end,
    stdout,
    stderr,
  }));
  const waitFor = (part: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const all = output.join('');
        if (all.includes(part)) resolve(all);
      };
      for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
      ended.then(({ stdout, stderr }) => reject(new Error(`ended without "${part}":\n${stdout}${stderr}`)), reject);
      look();
    });
  return { child, ended, waitFor };
}

/** Runs the command to its end. */
export function runLoadout(args: readonly string[], options: RunOptions): Promise<Ended> {
  return startLoadout(args, options).ended;
}
