/** The name of an npm package, with or without a scope. */
const PACKAGE_NAME_PATTERN = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const MAX_NAME_CHARACTERS = 214;

/** Whether a value can be the id of a companion: the name of a package, and not the one that owns built-ins. */
export function isCompanionId(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_NAME_CHARACTERS || value === 'builtin') return false;
  return PACKAGE_NAME_PATTERN.test(value);
}
