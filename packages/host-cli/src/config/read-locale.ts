/** The language of the environment as a BCP 47 tag: `de_AT.UTF-8` is `de-AT`. Without one, or with `C`, English. */
export function readLocale(env: Readonly<Record<string, string | undefined>>): string {
  // Of these the first that says something counts, also where it says C.
  const stated = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  const tag = (stated.split(/[.@]/, 1)[0] ?? '').replaceAll('_', '-');
  if (tag === '' || tag === 'C' || tag === 'POSIX') return 'en';
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en';
  } catch {
    // No tag at all; a shell says so itself.
    return 'en';
  }
}
