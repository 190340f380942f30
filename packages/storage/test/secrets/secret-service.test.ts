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

/** Runs a module in a session of its own, with a keyring that is unlocked by a password on standard input; or without a bus. */
function run(
  script: string,
  where: 'in a session' | 'without a bus',
): { readonly stdout: string; readonly stderr: string } {
  const unlock = 'printf secret-of-keyring | gnome-keyring-daemon --daemonize --unlock --components=secrets >/dev/null';
  const node = 'exec "$NODE" --input-type=module -e "$SCRIPT"';
  const [program, ...args] =
    where === 'in a session' ? ['dbus-run-session', '--', 'sh', '-c', `${unlock} && ${node}`] : ['sh', '-c', node];
  const { DBUS_SESSION_BUS_ADDRESS: _, LOADOUT_SECRET_KEY: __, ...inherited } = process.env;
  const own = { HOME: folder, XDG_RUNTIME_DIR: folder, XDG_DATA_HOME: path.join(folder, 'data') };
  const env = { ...inherited, ...own, NODE: process.execPath, SCRIPT: script };
  return spawnSync(program ?? '', args, { env, encoding: 'utf8', timeout: 30_000 });
}

const head = `import { openSecretVault } from ${JSON.stringify(dist)};
const vault = await openSecretVault({ database: ${JSON.stringify(path.join(folder, 'loadout.sqlite'))} });`;

test.skipIf(!canRun)(
  `9.4 a real Secret Service keeps a secret, gives it back and lets go of it${canRun ? '' : ` (skipped: ${reason})`}`,
  () => {
    const { stdout, stderr } = run(
      `${head}
      const sealed = await vault.seal('model-endpoint', 'canary-value-1');
      const opened = await vault.open('model-endpoint', sealed);
      await vault.forget('model-endpoint', sealed);
      const gone = await vault.open('model-endpoint', sealed).catch((error) => error.code);
      console.log(JSON.stringify({ kind: vault.kind, reason: vault.reason, sealed, opened, gone }));
      process.exit(0);`,
      'in a session',
    );
    expect(stdout, stderr).not.toBe('');
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ kind: 'keyring', opened: 'canary-value-1', gone: 'SECRET_UNAVAILABLE' });
    expect(answer.sealed).toMatch(/^keyring:[\w-]+$/);
  },
  40_000,
);

test.skipIf(process.platform !== 'linux')(
  '9.4 where no Secret Service can be reached secrets are encrypted, and the keyring of the kernel is not taken',
  () => {
    const { stdout, stderr } = run(
      `${head}
      console.log(JSON.stringify({ kind: vault.kind, reason: vault.reason }));
      process.exit(0);`,
      'without a bus',
    );
    expect(stdout, stderr).not.toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'encrypted',
      reason: expect.stringContaining('no keyring answers'),
    });
  },
  40_000,
);
