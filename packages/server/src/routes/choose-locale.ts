/** Longer headers are taken for none. */
const MAX_CHARACTERS = 1_000;
const tagPattern = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i;

/** In which locale a request wants its labels. */
export interface LocalizedRequest {
  readonly query: { readonly locale?: string };
  header(name: string): string | undefined;
}

/**
 * The locale that the query names, or the first that `Accept-Language` prefers; nothing where neither says one, and then
 * labels are English. What of a header cannot be read is passed over: a browser sends it, and nobody typed it.
 */
export function chooseLocale({ query, header }: LocalizedRequest): { readonly locale?: string } {
  if (query.locale !== undefined) return { locale: query.locale };
  const stated = header('accept-language') ?? '';
  if (stated.length > MAX_CHARACTERS) return {};
  let best: { readonly tag: string; readonly weight: number } | undefined;
  for (const part of stated.split(',')) {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = readWeight(parameters);
    if (isTag(tag) && weight > (best?.weight ?? 0)) best = { tag, weight };
  }
  return best === undefined ? {} : { locale: best.tag };
}

function readWeight(parameters: readonly string[]): number {
  const stated = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  if (stated === undefined) return 1;
  const weight = Number(stated.slice(stated.indexOf('=') + 1));
  return weight >= 0 && weight <= 1 ? weight : 0;
}

function isTag(tag: string): boolean {
  try {
    return tagPattern.test(tag) && Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    // Its form is right, and no such tag can be.
    return false;
  }
}
