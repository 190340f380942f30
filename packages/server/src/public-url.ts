/** The address that others reach the server by, where it is an http or https address and nothing more. */
export function parsePublicUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.pathname === '/' && url.search === '' && url.hash === '' && url.username + url.password === '';
  return isPlain && ['http:', 'https:'].includes(url.protocol) ? url : undefined;
}
