const MAX_CHARACTERS = 300;

/** Control characters, among them those that begin terminal sequences. */
const controls = /\p{Cc}+/gu;

/** Credentials in URLs, authorisation headers, well-known keys, and `key=value` pairs whose key says that the value is secret. */
const credentials: readonly (readonly [RegExp, string])[] = [
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/]+@/gi, '$1'],
  [/\b(Bearer|Basic)\s+[\w~+/.=-]{8,}/gi, '$1 [removed]'],
  [/\b(?:sk|pk|ghp|gho|xox[abp]|github_pat|glpat|AIza)[-_]?[\w-]{8,}/g, '[removed]'],
  [/\bAKIA[0-9A-Z]{16}\b|\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '[removed]'],
  [
    /(\b\w*(?:token|secret|password|passwd|api[_-]?key)\w*["']?\s*[=:]\s*)(?:(["'])[^"']{4,}\2|[^\s"'&,;]{4,})/gi,
    '$1$2[removed]$2',
  ],
];

/** Web addresses stay: they are what the model asked for, and their paths are none of this machine's. */
const webAddress = /(\b(?!file:)[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+)/i;

/** In quotes a path may have spaces. */
const quotedPath = /(['"`])(?:file:\/{2,3})?(?:[A-Za-z]:)?(?:~|\.{1,2})?(?:\\{1,2}|\/(?!\/))[^'"`]+\1/g;

/** What ends a word: white space, quotes of any kind, brackets, and what separates. */
const wordEnd = /([\s'"`()<>[\]{},;|“”„‘’«»]+)/;

function removePaths(line: string): string {
  return line
    .split(webAddress)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(quotedPath, '$1[path]$1').split(wordEnd).map(removePath).join(''),
    )
    .join('');
}

/** What may stand before a path and after it, in one word: `file=/x`, `/x/y.ts:10:5`. */
const pathWord = /^((?:(?!file:)[\w.-]{2,}[=:@!])?)(.*?)((?::\d+){0,2}[:.]?)$/;

/** How a path with one separator is told from `and/or`: it begins as paths do, or ends as files do. */
const pathStart = /^[^\w\\/]*(?:[\\/]|(?:~\w*|\.{1,2}|\$\w+|%\w+%|[A-Za-z]:)[\\/])|^-\w[\\/]|\\|\.[A-Za-z]\w{0,4}$/;

function removePath(word: string): string {
  const [, before = '', path = '', after = ''] = pathWord.exec(word) ?? [];
  const separators = path.match(/[\\/]+/g)?.length ?? 0;
  // A fraction or a date is none.
  if (separators === 0 || /^[\d/.-]+$/.test(path)) return word;
  return separators > 1 || pathStart.test(path) ? `${before}[path]${after}` : word;
}

/** The first line of an error as a model may see it: no path, no secret, 300 characters. */
export function cleanForModel(message: string, secrets: readonly string[]): string {
  // Bounded first: the expressions below only ever see a line. A secret may have several.
  let line = firstLine(removeSecrets(message.slice(0, 10_000), secrets))
    .slice(0, 2_000)
    .replace(controls, ' ');
  for (const [pattern, replacement] of credentials) line = line.replace(pattern, replacement);
  line = removePaths(line).trim();
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
