const MAX_CHARACTERS = 300;

/** Control characters, among them those that begin terminal sequences. */
const controls = /\p{Cc}+/gu;

/** Credentials in URLs, authorisation headers, well-known keys, and `key=value` pairs whose key says that the value is secret. */
const credentials: readonly (readonly [RegExp, string])[] = [
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1'],
  [/\b(Bearer|Basic)\s+[\w~+/.=-]{8,}/gi, '$1 [removed]'],
  [/\b(?:sk|pk|ghp|gho|xox[abp])[-_][\w-]{8,}/g, '[removed]'],
  [/\bAKIA[0-9A-Z]{16}\b|\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '[removed]'],
  [/(\b\w*(?:token|secret|password|passwd|api[_-]?key)\w*["']?\s*[=:]\s*["']?)[^\s"'&,;]{4,}/gi, '$1[removed]'],
];

/** How a path begins: absolute, a drive, a share, home, relative with a dot, or a `file:` URL. */
const pathStart = String.raw`(?:file:\/{2,3})?(?:[A-Za-z]:)?(?:~|\.{1,2})?(?:\\{1,2}|\/(?!\/))`;

/** In quotes a path may have spaces. */
const quotedPaths = new RegExp(String.raw`(['"${'`'}])${pathStart}[^'"${'`'}]+\1`, 'g');

/** Anywhere else it ends with the word; the paths of web addresses are none. */
const pathEnd = String.raw`[^\s\\/'"${'`'})\]}>:,;|]+`;
const paths = new RegExp(String.raw`(^|[\s'"${'`'}(=[{<>,:;|@])${pathStart}(?:${pathEnd}[\\/]+)*${pathEnd}`, 'g');

/** The first line of an error as a model may see it: no path, no secret, 300 characters. */
export function cleanForModel(message: string, secrets: readonly string[]): string {
  // Bounded first: the expressions below only ever see a line. A secret may have several.
  let line = firstLine(removeSecrets(message.slice(0, 10_000), secrets))
    .slice(0, 2_000)
    .replace(controls, ' ');
  for (const [pattern, replacement] of credentials) line = line.replace(pattern, replacement);
  line = line.replace(quotedPaths, '$1[path]$1').replace(paths, '$1[path]').trim();
  if (line === '') return 'no message was given';
  if (line.length <= MAX_CHARACTERS) return line;
  // Without half of a surrogate pair at the cut.
  return `${line.slice(0, MAX_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Longer ones first: one may be part of another. */
function removeSecrets(text: string, secrets: readonly string[]): string {
  let rest = text;
  for (const secret of [...secrets].sort((a, b) => b.length - a.length)) {
    if (secret !== '') rest = rest.replaceAll(secret, '[removed]');
  }
  return rest;
}

function firstLine(text: string): string {
  return text.split(/\r\n|\r|\n/).find((line) => line.trim() !== '') ?? '';
}
