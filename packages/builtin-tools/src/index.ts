/** `@loadout/builtin-tools`: the whole public surface. */
export { type BuiltinTools, type BuiltinToolsOptions, builtinTools } from './builtin-tools.js';
