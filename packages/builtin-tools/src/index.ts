/** `@loadout/builtin-tools`: the whole public surface. */
export { type BuiltinTools, type BuiltinToolsOptions, builtinTools } from './builtin-tools.js';
export type { ReadWebPageOptions } from './read-web-page/read-web-page.js';
