import { TextDecoder } from 'node:util';

const prescanBytes = 4_096;

/**
 * Decodes a page: a byte order mark wins, then the `content-type` header, then what the page declares at its start,
 * then UTF-8 where the bytes are valid UTF-8, else windows-1252.
 */
export function decodePage(bytes: Uint8Array, contentType: string | undefined): string {
  const decoder =
    createDecoder(detectByteOrderMark(bytes)) ??
    createDecoder(/;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType ?? '')?.[1]) ??
    createDecoder(readDeclaration(bytes)) ??
    new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  // Whole decoding takes a short cut on Node 20.20 that reads windows-1252 as latin1; streaming does not.
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

function detectByteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
}

/** What `<meta>` or an XML declaration says. A page that could be read so far is not UTF-16, whatever it says. */
function readDeclaration(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, prescanBytes)).toString('latin1');
  const label =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"'\s]+)/i.exec(head)?.[1] ??
    /<meta\s[^>]*charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(head)?.[1];
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

function createDecoder(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    // A label that nobody knows counts as none.
    return undefined;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
