// Runs the rules of .dependency-cruiser.cjs and what a rule cannot say: that the run saw all sources (an empty
// run passes), that packages import each other by name, and what the light entries load.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

/** A floor that a working run passes by far: no sources at all would be "all sources seen". */
const leastModules = 50;
const leastImports = 100;

/** What an entry may not load when it is imported, without counting `import()` and types. */
const lightEntries = [
  { entry: 'packages/core/src/index.ts', never: /(^|\/)node_modules\/(undici|ajv|jsdom)\// },
  {
    entry: 'packages/core/src/contract/contract.ts',
    never: /(^|\/)node_modules\/|^packages\/core\/src\/(?!contract\/)/,
  },
];

const require = createRequire(import.meta.url);
const { forbidden, options } = require('../.dependency-cruiser.cjs');
const { output } = await cruise(
  ['packages', 'bench', 'scripts'],
  { ...options, ruleSet: { forbidden }, validate: true },
  {},
  { tsConfig: extractTSConfig('tsconfig.base.json') },
);
const modules = new Map(output.modules.map((module) => [module.source, module]));
const comments = new Map(forbidden.map(({ name, comment }) => [name, comment]));

const problems = [
  ...output.summary.violations.map(describeViolation),
  ...findUnseenSources(),
  ...findUnseenDependencies(),
  ...findRelativeImportsBetweenPackages(),
  ...lightEntries.flatMap(findHeavyImports),
];
const importCount = output.summary.totalDependenciesCruised;
if (modules.size < leastModules || importCount < leastImports) {
  problems.push(`Only ${modules.size} modules with ${importCount} imports were seen: the run itself is broken.`);
}

for (const problem of problems) console.error(problem);
console.log(`${modules.size} modules, ${importCount} imports, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function describeViolation({ from, to, rule, cycle }) {
  const path = cycle ? [from, ...cycle.map(({ name }) => name)].join(' → ') : `${from} → ${to}`;
  const comment = comments.get(rule.name);
  return `${rule.name}: ${path}${comment ? `\n  ${comment}` : ''}`;
}

function findUnseenSources() {
  return readdirSync('packages', { recursive: true })
    .map((file) => `packages/${file.replaceAll('\\', '/')}`)
    .filter((file) => /^packages\/[^/]+\/src\/.*\.ts$/.test(file) && !modules.has(file))
    .map((file) => `${file} was not seen: no rule holds for it.`);
}

/** All dependencies of `core` are imported somewhere in it: one that was not seen is one that no rule holds for. */
function findUnseenDependencies() {
  const seen = output.modules
    .filter(({ source }) => source.startsWith('packages/core/src/'))
    .flatMap(({ dependencies }) => dependencies.map(({ resolved }) => resolved));
  return Object.keys(require('../packages/core/package.json').dependencies)
    .filter((name) => !seen.some((path) => path.includes(`node_modules/${name}/`)))
    .map((name) => `${name} is a dependency of core, but no import of it was seen.`);
}

function findRelativeImportsBetweenPackages() {
  return output.modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ module, resolved }) => module.startsWith('.') && packageOf(resolved) !== packageOf(source))
      .filter(({ resolved }) => packageOf(resolved) !== undefined)
      .map(({ module }) => `${source} → ${module}\n  Packages import each other by name.`),
  );
}

function packageOf(path) {
  return /^packages\/([^/]+)\//.exec(path)?.[1];
}

function findHeavyImports({ entry, never }) {
  if (!modules.has(entry)) return [`${entry} was not seen: nothing is known of what it loads.`];
  const cameFrom = new Map([[entry, undefined]]);
  const found = [];
  // The map grows while it is walked: a breadth-first search.
  for (const source of cameFrom.keys()) {
    for (const { resolved, dynamic, dependencyTypes } of modules.get(source)?.dependencies ?? []) {
      if (dynamic || dependencyTypes.includes('type-only') || cameFrom.has(resolved)) continue;
      cameFrom.set(resolved, source);
      if (never.test(resolved)) found.push(resolved);
    }
  }
  return found.map((heavy) => {
    const path = [heavy];
    for (let at = cameFrom.get(heavy); at !== undefined; at = cameFrom.get(at)) path.unshift(at);
    return `${path.join(' → ')}\n  The entry must stay light: import this with import(), where it is used.`;
  });
}
