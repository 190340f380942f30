/** What a browser shows without running anything of it. */
const images: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const sounds: ReadonlySet<string> = new Set([
  'audio/mpeg',
  'audio/mp3',
  'audio/mp4',
  'audio/aac',
  'audio/ogg',
  'audio/wav',
  'audio/x-wav',
  'audio/webm',
  'audio/flac',
]);

/** Larger ones are named, not shown. */
const mostCharacters = 12_000_000;

/** The address under which an image or a sound of a result is shown; undefined: it is not. */
export function toDataAddress(kind: 'image' | 'audio', data: unknown, type: unknown): string | undefined {
  if (typeof data !== 'string' || typeof type !== 'string') return undefined;
  const media = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!(kind === 'image' ? images : sounds).has(media)) return undefined;
  if (data.length > mostCharacters || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return undefined;
  return `data:${media};base64,${data}`;
}

/** How many bytes base64 stands for. */
export function countBytes(data: unknown): number {
  return typeof data === 'string' ? Math.floor((data.length * 3) / 4) : 0;
}
