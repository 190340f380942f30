// Packs each published package as a release would and judges what comes out: the manifest, the files, publint and attw.
//
// In the workspace `exports` carry a condition `source`, by which tests and tools read TypeScript without a build.
// Published, it would send other people's tools with such a condition to our sources, so `publishConfig.exports` is the
// same map without it. `--write` brings it up to date.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const attw = fileURLToPath(new URL('../node_modules/@arethetypeswrong/cli/dist/index.js', import.meta.url));

/** What every published package ships, whatever else it does. */
const needed = ['LICENSE', 'README.md', 'package.json'];
/** What code finds by its place, so that no import tells of it. */
const foundByPlace = {
  'builtin-tools': ['dist/extraction/extraction-worker.js', 'tool_definitions/read_web_page.json'],
  'host-cli': [
    'dist/extraction-worker.js',
    'dist/cmaps/90ms-RKSJ-H.bcmap',
    'dist/page/index.html',
    'dist/page/third-party-notices.txt',
    'dist/tool_definitions/read_web_page.json',
  ],
  server: ['dist/page/index.html', 'dist/page/third-party-notices.txt'],
};
/** What no package ships. */
const unwanted = /(^|\/)(test|node_modules|\.turbo)\/|\.tsbuildinfo$|(^|\/)tsconfig[^/]*\.json$|(^|\/)page\/.*\.map$/;

const packages = readdirSync(join(root, 'packages'))
  .map((name) => ({
    name,
    folder: join(root, 'packages', name),
    manifestFile: join(root, 'packages', name, 'package.json'),
  }))
  .map((entry) => ({ ...entry, manifest: JSON.parse(readFileSync(entry.manifestFile, 'utf8')) }))
  .filter(({ manifest }) => manifest.private !== true);

if (process.argv.includes('--write')) {
  for (const { manifestFile, manifest } of packages) {
    manifest.publishConfig = { access: 'public', exports: withoutSource(manifest.exports) };
    writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
  }
} else {
  const target = mkdtempSync(join(tmpdir(), 'loadout-pack-'));
  try {
    const found = await Promise.all(packages.map((entry) => checkPackage(entry, target)));
    const problems = found.flat();
    for (const problem of problems) console.error(problem);
    console.log(`${packages.length} packages, ${problems.length} problems`);
    if (problems.length > 0 || packages.length === 0) process.exitCode = 1;
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}

async function checkPackage({ name, folder, manifest }, target) {
  const problems = checkManifest(manifest);
  const { files, tarball } = await pack(folder, target);
  problems.push(...checkFiles(files, [...needed, ...(foundByPlace[name] ?? [])]));
  problems.push(...(await runPublint(tarball)));
  problems.push(...(await runAttw(tarball, manifest)));
  return problems.map((problem) => `${name}: ${problem}`);
}

function checkManifest(manifest) {
  const problems = [];
  for (const field of ['name', 'version', 'description', 'license', 'type', 'engines', 'files', 'exports']) {
    if (manifest[field] === undefined) problems.push(`package.json has no "${field}"`);
  }
  const { access, exports } = manifest.publishConfig ?? {};
  if (access !== 'public') problems.push('package.json: "publishConfig.access" is not "public"');
  if (!isDeepStrictEqual(exports, withoutSource(manifest.exports))) {
    problems.push(
      'package.json: "publishConfig.exports" is not "exports" without "source"; run node scripts/check-packages.mjs --write',
    );
  }
  return problems;
}

function withoutSource(value) {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'source')
      .map(([key, inner]) => [key, withoutSource(inner)]),
  );
}

async function pack(folder, target) {
  // Under `pnpm check` the same pnpm is used, elsewhere the one that the README names.
  const inside = /pnpm\.c?js$/.test(process.env.npm_execpath ?? '');
  const [command, ...prefix] = inside ? [process.execPath, process.env.npm_execpath] : ['npx', '--yes', 'pnpm@10'];
  const { stdout } = await run(command, [...prefix, 'pack', '--json', '--pack-destination', target], { cwd: folder });
  // Scripts of the package may print before the report.
  const { filename } = JSON.parse(stdout.slice(stdout.search(/^\{/m)));
  // The report leaves out the licence, which comes from the root.
  const listing = await run('tar', ['-tzf', filename], { maxBuffer: 64 * 1024 * 1024 });
  return { tarball: filename, files: listing.stdout.split(/\r?\n/).map((path) => path.replace(/^package\//, '')) };
}

function checkFiles(files, required) {
  return [
    ...required.filter((path) => !files.includes(path)).map((path) => `${path} is not in the package`),
    ...files.filter((path) => unwanted.test(path)).map((path) => `${path} does not belong into the package`),
  ];
}

function collectTargets(value) {
  return typeof value === 'string' ? [value] : Object.values(value).flatMap(collectTargets);
}

async function runPublint(tarball) {
  const { messages, pkg } = await publint({
    strict: true,
    pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer },
  });
  return messages
    .filter(({ type }) => type !== 'suggestion')
    .map((message) => `publint: ${formatMessage(message, pkg)}`);
}

async function runAttw(tarball, { exports }) {
  // A package of nothing but a command has no types to judge.
  if (!collectTargets(exports).some((path) => path.endsWith('.d.ts'))) return [];
  try {
    await run(process.execPath, [
      attw,
      tarball,
      '--profile',
      'esm-only',
      '--format',
      'table-flipped',
      '--no-color',
      '--no-emoji',
    ]);
    return [];
  } catch (error) {
    return [`attw:\n${error.stdout || error.message}`];
  }
}
