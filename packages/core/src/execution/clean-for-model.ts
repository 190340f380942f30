const MAX_CHARACTERS = 300;

/** Control characters, among them those that begin terminal sequences. */
const controls = /\p{Cc}+/gu;

/** Credentials in URLs, authorisation headers, and `key=value` pairs whose key says that the value is secret. */
const credentials: readonly (readonly [RegExp, string])[] = [
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1'],
  [/\b(Bearer|Basic)\s+[\w~+/.=-]{8,}/gi, '$1 [removed]'],
  [/\b(sk|pk|ghp|gho|xox[abp])[-_][\w-]{8,}/g, '[removed]'],
  [/\b(\w*(?:token|secret|password|passwd|api[_-]?key)\w*["']?\s*[=:]\s*["']?)[^\s"'&,;]{4,}/gi, '$1[removed]'],
];

/** Absolute, home and relative paths with a separator, and `file:` URLs; not the paths of web addresses. */
const paths = /(^|[\s'"`(=[<,:])(?:file:\/{2,3})?(?:[A-Za-z]:)?(?:~|\.{1,2})?[\\/](?:[^\s\\/'"`)\]>:,]+[\\/])*[^\s\\/'"`)\]>:,]+/g;

/** The first line of an error as a model may see it: no path, no secret, 300 characters. */
export function cleanForModel(message: string, secrets: readonly string[]): string {
  // Bounded first: the expressions below only ever see a line.
  let line = firstLine(message.slice(0, 10_000)).slice(0, 2_000).replace(controls, ' ');
  for (const secret of secrets) {
    if (secret.length > 0) line = line.replaceAll(secret, '[removed]');
  }
  for (const [pattern, replacement] of credentials) line = line.replace(pattern, replacement);
  line = line.replace(paths, '$1[path]').trim();
  if (line === '') return 'no message was given';
  return line.length <= MAX_CHARACTERS ? line : `${line.slice(0, MAX_CHARACTERS - 1)}…`;
}

function firstLine(text: string): string {
  return text.split(/\r\n|\r|\n/).find((line) => line.trim() !== '') ?? '';
}
