/**
 * Parameters that follow a visitor from page to page and change nothing of what is shown. Only names that mean nothing
 * else anywhere: `ref`, `source` or `id` may choose what a page says.
 */
const tracking = new RegExp(
  `^(?:${[
    // Campaigns: Google Analytics, Matomo, Piwik PRO, Adobe, Oracle Eloqua.
    'utm_[a-z_]+',
    '(?:mtm|pk|piwik)_[a-z_]+',
    's_cid',
    'elq(?:trackid|track|_cid)?',
    // Clicks: Google, Microsoft, Facebook, Instagram, Twitter, TikTok, LinkedIn, Yandex, Pinterest, Snapchat, Reddit, Quora.
    'gclid|gclsrc|dclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid',
    'msclkid|fbclid|igshid|igsh|twclid|ttclid|li_fat_id|yclid|ysclid|epik|sccid|rdt_cid|qclid',
    // Mail: Mailchimp, HubSpot, Marketo, Vero, Drip, Klaviyo, Iterable.
    'mc_[ce]id|_hs(?:enc|mi)|hsctatracking|mkt_tok|vero_(?:conv|id)|__s|_kx|iterable(?:campaign|template|message)id',
    // Links between domains.
    '_gl|_ga|_openstat|wickedid|oly_(?:anon|enc)_id|rb_clickid',
  ].join('|')})$`,
  'i',
);

/** The URL without such parameters; the others stay as they are written, in their order. */
export function withoutTracking(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return url;
  const hash = url.indexOf('#', start);
  const end = hash === -1 ? url.length : hash;
  const parts = url.slice(start + 1, end).split('&');
  const kept = parts.filter((part) => !tracking.test(part.split('=', 1)[0] ?? ''));
  if (kept.length === parts.length) return url;
  const query = kept.join('&');
  return `${url.slice(0, start)}${query === '' ? '' : `?${query}`}${url.slice(end)}`;
}
