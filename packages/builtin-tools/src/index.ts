/** `@loadout/builtin-tools`: the whole public surface. */
export { type BuiltinTools, type BuiltinToolsOptions, builtinTools } from './builtin-tools.js';
export type { Authenticate } from './read-web-page/sign-in.js';
