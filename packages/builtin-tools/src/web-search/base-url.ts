/** The setting `baseUrl`, read: where searches are sent, and the origin that may be at any address. */
export interface SearchAddress {
  readonly search: URL;
  readonly origin: string;
}

/** The address, or a sentence on what is wrong with it. The usual slips are taken: no slash at the end, or `/search`. */
export function readBaseUrl(text: string): SearchAddress | string {
  const example =
    'Write it as the address of the instance, such as https://search.example.com or http://127.0.0.1:8888.';
  if (!URL.canParse(text)) return `It is not a complete URL: write https:// or http:// in front. ${example}`;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return `It begins with ${JSON.stringify(url.protocol)}; it has to begin with http:// or https://. ${example}`;
  }
  if (url.username !== '' || url.password !== '') {
    return 'It has a user name or a password, which are not sent. Let the instance take requests from this host without them.';
  }
  if (url.search !== '' || url.hash !== '') {
    return `It has a query or a fragment. Remove what begins with "?" or "#". ${example}`;
  }
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith('/search') ? path : `${path}/search`;
  return { search: url, origin: url.origin };
}
