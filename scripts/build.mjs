// Builds everything: generated validators and the types of the client, libraries, the operator's page, and the bundled command.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const steps = [
  ['scripts/generate-validators.mjs'],
  ['scripts/generate-client.mjs'],
  ['node_modules/typescript/bin/tsc', '-b'],
  ['scripts/build-page.mjs'],
  ['scripts/bundle-cli.mjs'],
];

for (const [script, ...args] of steps) {
  if (!existsSync(`${root}${script}`)) continue;
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
