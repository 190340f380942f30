// Bundles the command `loadout` into packages/host-cli/dist: one entry and chunks that load when they are needed,
// because a command that reads five files starts faster than one that reads five hundred. Built from the sources
// (condition `source`), so that `tsc` only checks them and writes declarations.
//
// Four packages stay outside and are dependencies of the published one: better-sqlite3 and @napi-rs/keyring are native,
// and jsdom and tinypool find files of their own by their place on disk. The second entry is what the workers run that
// read pages; it is found beside the chunk that starts them, and so are the tables that PDF needs for Chinese, Japanese
// and Korean. The operator's page, with the licences of what it carries, is copied as it was built.
import { chmodSync, cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { formatLicences } from './format-licences.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'packages/host-cli');
const dist = join(cli, 'dist');

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: {
    main: 'packages/host-cli/src/main.ts',
    'extraction-worker': 'packages/builtin-tools/src/extraction/extraction-worker.ts',
  },
  outdir: 'packages/host-cli/dist',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  conditions: ['source'],
  mainFields: ['module', 'main'],
  external: ['@napi-rs/keyring', 'better-sqlite3', 'jsdom', 'tinypool'],
  // CommonJS inside the bundle requires Node's own modules.
  banner: {
    js: "import { createRequire as createLoadoutRequire } from 'node:module';\nconst require = createLoadoutRequire(import.meta.url);",
  },
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});

removeStaleChunks();
chmodSync(join(dist, 'main.js'), 0o755);
cpSync(join(cli, 'src/config/config.schema.json'), join(dist, 'config.schema.json'));
cpSync(join(root, 'packages/core/src/settings/organisation.schema.json'), join(dist, 'organisation.schema.json'));
rmSync(join(dist, 'tool_definitions'), { recursive: true, force: true });
cpSync(join(root, 'tool_definitions'), join(dist, 'tool_definitions'), { recursive: true });
// No file is named LICENSE or licence: pnpm takes such a one anywhere for the licence of the package itself, and adds none.
const cmaps = join(root, 'packages/builtin-tools/node_modules/pdfjs-dist/cmaps');
rmSync(join(dist, 'cmaps'), { recursive: true, force: true });
cpSync(cmaps, join(dist, 'cmaps'), { recursive: true, filter: (file) => basename(file) !== 'LICENSE' });
cpSync(join(cmaps, 'LICENSE'), join(dist, 'cmaps/terms.txt'));
// The server looks for the page beside the chunk that it is in.
rmSync(join(dist, 'page'), { recursive: true, force: true });
cpSync(join(root, 'packages/server/dist/page'), join(dist, 'page'), { recursive: true });
writeFileSync(join(dist, 'third-party-notices.txt'), formatLicences(Object.keys(metafile.inputs), root));

/** After the build, not before: a process that runs from here keeps the chunks that are still the same. */
function removeStaleChunks() {
  const written = new Set(Object.keys(metafile.outputs).map((file) => join(root, file)));
  for (const name of readdirSync(dist)) {
    const file = join(dist, name);
    if (name.endsWith('.js') && !written.has(file)) rmSync(file);
  }
}
