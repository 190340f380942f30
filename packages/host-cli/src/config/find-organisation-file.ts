import { lstatSync } from 'node:fs';

const MANAGED_FILE = '/etc/loadout/organisation.json';

/** Where the managed file of an organisation may be. */
export interface OrganisationPlaces {
  /** What the environment says, absolute. */
  readonly variable: string | undefined;
  /** What the configuration says, absolute. */
  readonly entry: string | undefined;
  readonly report: (message: string) => void;
  readonly managedFile?: string;
}

/**
 * The file of the machine where there is one, else the one that the environment or the configuration names. Whoever may write
 * those may not write the machine's: they cannot put another one in its place.
 */
export function findOrganisationFile(places: OrganisationPlaces): string | undefined {
  const { variable, entry, report, managedFile = MANAGED_FILE } = places;
  if (!isThere(managedFile)) {
    const [path, name, remedy] =
      variable === undefined
        ? ([entry, 'organisationFile', 'take the entry away'] as const)
        : ([variable, 'environment: LOADOUT_ORGANISATION', 'unset the variable'] as const);
    if (path !== undefined && !isThere(path)) {
      report(`${name}: there is no file ${path}, and without it there are no tools. Correct the path, or ${remedy}.`);
    }
    return path;
  }
  if (variable !== undefined && variable !== managedFile) {
    report(`environment: LOADOUT_ORGANISATION names another file than ${managedFile}, which counts; it is left out.`);
  }
  if (entry !== undefined && entry !== managedFile) {
    report(`organisationFile: it names another file than ${managedFile}, which counts; it is left out.`);
  }
  return managedFile;
}

/** What cannot be looked at counts as there: the host says then that it cannot be read, and offers nothing. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}
