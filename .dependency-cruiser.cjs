// The tables of ARCHITECTURE.md as rules: which package may import which, and the layers inside `core`.
// scripts/check-boundaries.mjs runs them and adds what a rule cannot say.

/** What each package may import of ours. One more package needs a decision record and a row here. */
const packages = {
  core: [],
  'builtin-tools': ['core'],
  storage: ['core'],
  server: ['core'],
  'example-provider': ['core'],
  'host-cli': ['core', 'builtin-tools', 'storage', 'server'],
};

/** From the bottom: a folder of `core` imports from the rows below its own only. */
const layers = [
  ['contract'],
  ['schema'],
  ['network', 'settings', 'store'],
  ['companions'],
  ['catalogue'],
  ['execution'],
  ['turn'],
  ['operator'],
];

/** Types of options and of the host's answers: shared by the layers from `store` up, they import only the ground. */
const sharedTypes = '^packages/core/src/host-(options|interface)\\.ts$';
const sharedTypesFrom = ['store', 'companions', 'catalogue', 'execution', 'turn', 'operator'];

const folder = (names) => `^packages/core/src/(${names.join('|')})/`;
const folders = layers.flat();

const packageRules = Object.entries(packages).map(([name, allowed]) => ({
  name: `package-${name}`,
  comment: `${name} imports ${allowed.length === 0 ? 'no package of ours' : `only ${allowed.join(' and ')}`}.`,
  severity: 'error',
  from: { path: `^packages/${name}/src/` },
  to: { path: '^(packages|bench)/', pathNot: `^packages/(${[name, ...allowed].join('|')})/` },
}));

const layerRules = layers.flatMap((names, height) =>
  names.map((name) => ({
    name: `layer-${name}`,
    comment: `core/src/${name} imports from lower layers only.`,
    severity: 'error',
    from: { path: folder([name]) },
    to: {
      path: '^packages/core/src/',
      pathNot: [
        folder([name, ...layers.slice(0, height).flat()]),
        ...(sharedTypesFrom.includes(name) ? [sharedTypes] : []),
      ],
    },
  })),
);

module.exports = {
  forbidden: [
    ...packageRules,
    ...layerRules,
    {
      name: 'known-folders-of-core',
      comment: 'Each folder of core has its place among the layers of .dependency-cruiser.cjs.',
      severity: 'error',
      from: { path: '^packages/core/src/' },
      to: { path: '^packages/core/src/[^/]+/', pathNot: [folder([...folders, 'adapters', 'runner'])] },
    },
    {
      name: 'adapters-know-the-contract',
      comment: 'An adapter of a model API knows the contract, and JSON Schemas.',
      severity: 'error',
      from: { path: folder(['adapters']) },
      to: { path: '^packages/core/src/', pathNot: folder(['adapters', 'contract', 'schema']) },
    },
    {
      name: 'runner-drives-from-outside',
      comment: 'The runner drives a turn as any embedder does: it knows the contract and the adapters.',
      severity: 'error',
      from: { path: folder(['runner']) },
      to: { path: '^packages/core/src/', pathNot: folder(['runner', 'adapters', 'contract']) },
    },
    {
      name: 'adapters-come-as-arguments',
      comment: 'Adapters are imported by host.ts, the entry and the runner alone; a turn gets one as an argument.',
      severity: 'error',
      from: {
        path: '^packages/core/src/',
        pathNot: ['^packages/core/src/(host|index)\\.ts$', folder(['adapters', 'runner'])],
      },
      to: { path: folder(['adapters']) },
    },
    {
      name: 'shared-types-stay-on-the-ground',
      comment:
        'host-options.ts and host-interface.ts describe the host; they import the contract and the roles of the store only.',
      severity: 'error',
      from: { path: sharedTypes },
      to: { path: '^packages/core/src/', pathNot: folder(['contract', 'store']) },
    },
    {
      name: 'compose-is-for-the-host',
      comment: 'Only host.ts imports compose.ts: nothing else resolves from the container.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/core/src/host\\.ts$' },
      to: { path: '^packages/core/src/compose\\.ts$' },
    },
    {
      name: 'container-in-two-places',
      comment: 'Only the two places of composition know the container.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '^packages/(core/src/compose|host-cli/src/composition)\\.ts$' },
      to: { path: '(^|/)node_modules/(tsyringe|reflect-metadata)/' },
    },
    {
      name: 'host-is-the-top',
      comment: 'Folders of core do not import the host, nor the entry.',
      severity: 'error',
      from: { path: '^packages/core/src/[^/]+/' },
      to: { path: '^packages/core/src/(host|index)\\.ts$' },
    },
    {
      name: 'sources-import-no-tests',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/' },
      to: { path: '^(packages/[^/]+/test|bench|scripts)/' },
    },
    {
      name: 'no-cycles',
      comment: 'Whoever needs both sides moves the shared part down. Types alone may refer to each other.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      comment: 'A module that is not found is a module that no rule sees.',
      severity: 'error',
      from: { path: '^(packages|bench|scripts)/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Not every `dist`: in node_modules it is where packages are.
    exclude: { path: '^(packages/[^/]+|bench)/(dist|test/fixtures)/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.d.ts'],
    },
    moduleSystems: ['es6'],
  },
};
