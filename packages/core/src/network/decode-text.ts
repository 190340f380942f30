import { TextDecoder } from 'node:util';

/**
 * Decodes a body: its byte order mark wins, then the `charset` of the `content-type` header, then UTF-8. A charset
 * that nobody knows counts as none.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const declared = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType ?? '')?.[1];
  const decoder = createDecoder(detectByteOrderMark(bytes) ?? declared ?? 'utf-8');
  // Whole decoding takes a short cut on Node 20.20 that reads windows-1252 as latin1; streaming does not.
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

function detectByteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
}

function createDecoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
