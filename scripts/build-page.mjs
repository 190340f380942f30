// Builds the operator's page with Vite into packages/server/dist/page, and makes of each file a brotli and a gzip copy
// beside it, so that the server compresses nothing. Left alone while nothing that it is made of has changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { formatLicences } from './format-licences.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'packages/server/page');
const output = join(root, 'packages/server/dist/page');
const noticesName = 'third-party-notices.txt';
// By the end of its name it is in no package.
const stampFile = join(root, 'packages/server/dist/page.tsbuildinfo');

/** What gets smaller. Smaller files than this fit into one packet anyway. */
const compressible = new Set(['.css', '.js', '.json', '.svg', '.txt', '.webmanifest']);
const leastBytes = 1_000;

if (existsSync(source)) {
  const stamp = createStamp();
  const isSame = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  // Whoever ran Vite alone made no copies.
  if (!isSame || !existsSync(join(output, noticesName))) {
    // Beside the page that is there: where something fails, that one stays.
    const next = `${output}-${process.pid}`;
    try {
      await buildInto(next);
      rmSync(output, { recursive: true, force: true });
      renameSync(next, output);
    } finally {
      rmSync(next, { recursive: true, force: true });
    }
    writeFileSync(stampFile, stamp);
    console.log('built packages/server/dist/page');
  }
}

async function buildInto(folder) {
  const { output: chunks } = await build({
    configFile: join(source, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder },
  });
  const modules = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  writeFileSync(join(folder, noticesName), formatLicences(modules, root));
  await Promise.all(listFiles(join(folder, 'assets')).map(compress));
}

/** Of all that it is made of: the sources, the packages, and how it is built. Of our own packages it takes types alone. */
function createStamp() {
  const files = [
    ...listFiles(source),
    join(root, 'pnpm-lock.yaml'),
    join(root, 'packages/server/package.json'),
    fileURLToPath(import.meta.url),
  ];
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

async function compress(file) {
  const bytes = await readFile(file);
  if (!compressible.has(extname(file)) || bytes.length < leastBytes) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const copies = {
    '.br': await promisify(brotliCompress)(bytes, { params }),
    '.gz': await promisify(gzip)(bytes, { level: 9 }),
  };
  for (const [end, copy] of Object.entries(copies))
    if (copy.length < bytes.length) await writeFile(`${file}${end}`, copy);
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
