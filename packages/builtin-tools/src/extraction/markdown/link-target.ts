import { withoutTracking } from '../../urls/without-tracking.js';

const kept = /^(?:https?|mailto|tel):$/;

/** Where a link leads, absolute and without what follows its reader; undefined where that is nowhere but here. */
export function readLinkTarget(href: string, base: string | undefined): string | undefined {
  const trimmed = href.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return undefined;
  const url = parse(trimmed, base);
  if (url === undefined || !kept.test(url.protocol)) return undefined;
  if (url.hash !== '' && base !== undefined && withoutHash(url.href) === withoutHash(base)) return undefined;
  return writeTarget(withoutTracking(url.href));
}

/** Where a picture is, if it is on the web. */
export function readPictureSource(source: string, base: string | undefined): string | undefined {
  const url = parse(source.trim(), base);
  return url !== undefined && /^https?:$/.test(url.protocol) ? writeTarget(withoutTracking(url.href)) : undefined;
}

function parse(href: string, base: string | undefined): URL | undefined {
  return URL.canParse(href, base) ? new URL(href, base) : undefined;
}

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? '';
}

/** What would end the target too early, or the cell of a table. Parentheses in pairs may stay. */
function writeTarget(url: string): string {
  const safe = url.replaceAll(/[<>|\\\s]/g, (character) => encodeURIComponent(character));
  return isBalanced(safe) ? safe : safe.replaceAll('(', '%28').replaceAll(')', '%29');
}

function isBalanced(url: string): boolean {
  let open = 0;
  for (const [sign] of url.matchAll(/[()]/g)) {
    open += sign === '(' ? 1 : -1;
    if (open < 0 || open > 10) return false;
  }
  return open === 0;
}
