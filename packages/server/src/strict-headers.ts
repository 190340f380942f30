/**
 * What every answer carries that is not the document of the page: whatever it is taken for, nothing in it acts, and no page
 * from elsewhere loads it.
 */
export const strictHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};
