import { strictHeaders } from '../strict-headers.js';

/** What the page may do: nothing that it does not need. */
const features = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'];

/** What comes with the document of the page, whose styles are known by this nonce. */
export function createPageHeaders(nonce: string): Readonly<Record<string, string>> {
  return {
    ...strictHeaders,
    'cache-control': 'no-store',
    'content-security-policy': createPolicy(nonce),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': features.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'no-referrer',
  };
}

function createPolicy(nonce: string): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:`,
    `media-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
