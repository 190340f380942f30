import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter(
  (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
);
const reason = process.platform === 'linux' ? `${missing.join(' and ')} not installed` : 'no Linux';
const canRun = process.platform === 'linux' && missing.length === 0;
const folder = mkdtempSync(path.join(tmpdir(), 'loadout-keyring-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const dist = new URL('../../dist/index.js', import.meta.url).href;

/** Runs a module in a session of its own, with a keyring that is unlocked by a password on standard input. */
function runInSession(script: string, unlock: boolean): { readonly stdout: string; readonly stderr: string } {
  const start = unlock
    ? 'printf secret-of-keyring | gnome-keyring-daemon --daemonize --unlock --components=secrets >/dev/null'
    : 'true';
  const run = spawnSync(
    'dbus-run-session',
    ['--', 'sh', '-c', `${start} && exec "$NODE" --input-type=module -e "$SCRIPT"`],
    {
      env: {
        ...process.env,
        HOME: folder,
        XDG_RUNTIME_DIR: folder,
        XDG_DATA_HOME: path.join(folder, 'data'),
        NODE: process.execPath,
        SCRIPT: script,
        LOADOUT_SECRET_KEY: '',
      },
      encoding: 'utf8',
      timeout: 30_000,
    },
  );
  return { stdout: run.stdout, stderr: run.stderr };
}

const head = `import { openSecretVault } from ${JSON.stringify(dist)};
const vault = await openSecretVault({ database: ${JSON.stringify(path.join(folder, 'loadout.sqlite'))} });`;

test.skipIf(!canRun)(
  `9.4 a real Secret Service keeps a secret, gives it back and lets go of it${canRun ? '' : ` (skipped: ${reason})`}`,
  () => {
    const { stdout, stderr } = runInSession(
      `${head}
      const sealed = await vault.seal('model-endpoint', 'canary-value-1');
      const opened = await vault.open('model-endpoint', sealed);
      await vault.forget('model-endpoint', sealed);
      const gone = await vault.open('model-endpoint', sealed).catch((error) => error.code);
      console.log(JSON.stringify({ kind: vault.kind, reason: vault.reason, sealed, opened, gone }));
      process.exit(0);`,
      true,
    );
    expect(stdout, stderr).not.toBe('');
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ kind: 'keyring', opened: 'canary-value-1', gone: 'SECRET_UNAVAILABLE' });
    expect(answer.sealed).toMatch(/^keyring:[\w-]+$/);
  },
  40_000,
);

test.skipIf(!canRun)(
  '9.4 a session bus without a keyring means encryption, and never the keyring of the kernel',
  () => {
    const { stdout, stderr } = runInSession(
      `${head}
      console.log(JSON.stringify({ kind: vault.kind, reason: vault.reason }));
      process.exit(0);`,
      false,
    );
    expect(stdout, stderr).not.toBe('');
    expect(['encrypted', 'keyring']).toContain(JSON.parse(stdout).kind);
  },
  40_000,
);
