import type { Socket } from 'node:net';

const statusLine = 'HTTP/1.1 100';
const endOfHeaders = '\r\n\r\n';

/**
 * Lets the transport see no `100 Continue`. A server may send one that nobody asked for, and a client has to pass it
 * over (RFC 9110, 15.2); undici ends the connection instead. What comes is held back until it is known whether it is
 * one, at most `maxBytes` of it, and goes on as it came where it is not.
 */
export function skipContinue(socket: Socket, maxBytes: number): void {
  const read = socket.read.bind(socket);
  let held = '';
  let skipped = 0;
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (!(chunk instanceof Uint8Array)) return chunk;
    if (held === '' && chunk.byteLength >= statusLine.length && !startsLikeContinue(chunk)) {
      socket.read = read;
      return chunk;
    }
    held += Buffer.from(chunk).toString('latin1');
    for (let end = endOfContinue(held); end > 0; end = endOfContinue(held)) {
      skipped += end;
      held = held.slice(end);
    }
    const isUndecided = held.length < statusLine.length ? statusLine.startsWith(held) : held.startsWith(statusLine);
    if (isUndecided && skipped + held.length <= maxBytes) return null;
    socket.read = read;
    return Buffer.from(held, 'latin1');
  };
}

function startsLikeContinue(chunk: Uint8Array): boolean {
  return Buffer.from(chunk.buffer, chunk.byteOffset, statusLine.length).toString('latin1') === statusLine;
}

/** Where a `100 Continue` at the start ends; 0 where there is none, or not all of it yet. */
function endOfContinue(text: string): number {
  const end = text.startsWith(statusLine) ? text.indexOf(endOfHeaders) : -1;
  return end < 0 ? 0 : end + endOfHeaders.length;
}
