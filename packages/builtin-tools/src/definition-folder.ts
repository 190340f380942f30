import { existsSync } from 'node:fs';

const probe = 'tool_definitions/read_web_page.json';

/**
 * The folder with the definition files, found upwards from the running file: the package's own copy where it is
 * installed, the repository's folder where it runs from there, also bundled into another file.
 */
export function findDefinitionFolder(from: string | URL = import.meta.url): URL {
  for (let folder = new URL('.', from); ; folder = new URL('..', folder)) {
    if (existsSync(new URL(probe, folder))) return new URL('tool_definitions/', folder);
    if (folder.href === new URL('..', folder).href) break;
  }
  throw new Error(
    `No folder above ${String(from)} has ${probe}. Copy the folder tool_definitions of @loadout/builtin-tools beside ` +
      'the bundled file, or pass builtinTools({ definitionFolder }).',
  );
}
