import type { Socket } from 'node:net';
import { LoadoutError } from '../contract/errors.js';

// What comes before a body: headers, and answers before the answer.
const slackBytes = 1_048_576;

/**
 * Ends the connection when more arrives on it than an answer with a body of `maxBodyBytes` can need, however it is
 * framed. The transport bounds headers and bodies, and not what may stand around them without an end: the reason of a
 * status, extensions of chunks, chunks of one byte each.
 */
export function boundArrival(socket: Socket, maxBodyBytes: number): void {
  const mostBytes = 2 * maxBodyBytes + slackBytes;
  const read = socket.read.bind(socket);
  let arrived = 0;
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (!(chunk instanceof Uint8Array)) return chunk;
    arrived += chunk.byteLength;
    if (arrived <= mostBytes) return chunk;
    socket.destroy(tooMuch(mostBytes));
    return null;
  };
}

function tooMuch(mostBytes: number): LoadoutError {
  return new LoadoutError('NETWORK_FAILED', `The server sends more than ${mostBytes} bytes around a smaller body.`, {
    details: { mostBytes },
  });
}
