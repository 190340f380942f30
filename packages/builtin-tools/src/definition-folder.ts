import { findUpwards } from './find-upwards.js';

const probe = 'tool_definitions/read_web_page.json';

/**
 * The folder with the definition files, found upwards from the running file: the package's own copy where it is
 * installed, the repository's folder where it runs from there, also bundled into another file.
 */
export function findDefinitionFolder(from: string | URL = import.meta.url): URL {
  const found = findUpwards(probe, from);
  if (found !== undefined) return new URL('.', found);
  throw new Error(
    `No folder above ${String(from)} has ${probe}. Copy the folder tool_definitions of @loadout/builtin-tools beside ` +
      'the bundled file, or pass builtinTools({ definitionFolder }).',
  );
}
