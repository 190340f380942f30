// Writes the types of the HTTP client: the route table of packages/server gives the OpenAPI document, and that the types.
// Runs before `tsc`, so the table is bundled from its sources. The output is not committed; it is left alone while the
// document stays the same.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const server = join(root, 'packages/server');
const output = join(server, 'src/generated/api.ts');
const require = createRequire(join(server, 'package.json'));

const document = await createDocument();
const { version } = require('openapi-typescript/package.json');
const stamp = createHash('sha256').update(JSON.stringify(document)).update(version);
const mark = `// Made by scripts/generate-client.mjs; input ${stamp.digest('hex').slice(0, 16)}.`;
if (!existsSync(output) || !readFileSync(output, 'utf8').startsWith(mark)) {
  const { default: openapiTs, astToString } = await import(pathToFileURL(resolveGenerator()).href);
  const types = astToString(await openapiTs(document, { alphabetize: true }));
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, `${mark}\n\n${types}`);
  console.log('generated packages/server/src/generated/api.ts');
}

/** The OpenAPI document, from the sources. */
async function createDocument() {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-openapi-'));
  try {
    const outfile = join(folder, 'openapi.mjs');
    await build({
      absWorkingDir: root,
      stdin: {
        contents: `
          import { createOpenApi } from './packages/server/src/openapi.ts';
          import { routes } from './packages/server/src/routes.ts';
          export const document = createOpenApi(routes, '');
        `,
        resolveDir: root,
      },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['source'],
      logLevel: 'warning',
    });
    return (await import(pathToFileURL(outfile).href)).document;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The entry for `import`; `require.resolve` would give the one for `require`. */
function resolveGenerator() {
  return join(dirname(require.resolve('openapi-typescript/package.json')), 'dist/index.mjs');
}
