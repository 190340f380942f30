/**
 * Which headers are secrets, and which parts of them. Headers that sign in stand beside others (a version, a team, an
 * origin) whose values are words that any page may have: taking those out would blank what nobody hides.
 */

// What headers for credentials are called. `auth` is no part of `author` here, but of `authorization`.
const credentialName =
  /key(?!word|board)|token|secret|auth(?!or(?!i[sz]))|session|pass(?:word|wd|phrase|code)|credential|signature|jwt|ticket|cookie|(?:^|[-_])(?:sid|sig|pat|pin|pwd)(?:$|[-_])/i;

// What says something about one: `x-auth-user`, `x-key-version`.
const aboutCredentials = /(?:user(?:-?name)?|e?mail|groups?|roles?|type|scheme|method|level|version)$/i;

// Long texts without a space or a dot that mix letters and digits, and JSON Web Tokens, under whichever name.
const opaqueValue = /^(?=[^\d]*\d)(?=[^a-z]*[a-z])[a-z\d+/=_~-]{20,}$|^eyJ[\w-]+\.[\w-]+\./i;

// Longer lines are no headers. A name stands behind a host and a port at most, and an address has seven colons.
const MOST_CHARACTERS = 10_000;
const MOST_PIECES = 12;

const headerName = /^[!#$%&'*+^_`|~0-9a-z-]+$/i;

/**
 * What of headers nobody may read: the values of those that are credentials, and the parts of these that a server may show
 * alone, such as what stands behind `Bearer`, the password of `Basic`, the value of each cookie.
 */
export function listCredentials(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) => (isCredential(name, value) ? listParts(name, value) : []));
}

/** The same of headers that a text has, one a line, whatever stands before their names: `host: Header-Name: value`. */
export function listWrittenCredentials(text: string): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const pieces = line.length > MOST_CHARACTERS ? [] : line.split(':');
    return pieces.slice(0, -1).flatMap((piece, place) => {
      const name = piece.trim();
      if (place >= MOST_PIECES || !headerName.test(name)) return [];
      const rest = pieces.slice(place + 1).join(':');
      return listCredentials({ [name]: rest.trim() });
    });
  });
}

function isCredential(name: string, value: string): boolean {
  return opaqueValue.test(value) || (credentialName.test(name) && !aboutCredentials.test(name));
}

function listParts(name: string, value: string): readonly string[] {
  if (name.toLowerCase() === 'cookie')
    return [value, ...value.split(';').map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim())];
  const behindScheme = value.slice(value.indexOf(' ') + 1).trim();
  if (!/^basic /i.test(value)) return [value, behindScheme];
  const pair = Buffer.from(behindScheme, 'base64').toString();
  return [value, behindScheme, pair, pair.slice(pair.indexOf(':') + 1)];
}
