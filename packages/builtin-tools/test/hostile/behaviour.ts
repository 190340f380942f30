import type { Socket } from 'node:net';
import type { Serve } from './hostile-server.js';

/** What a server does, and what the bot has to be told then. */
export interface Behaviour {
  readonly name: string;
  readonly serve: Serve;
  /** Instead of `serve`: before a request has arrived. */
  readonly accept?: (socket: Socket) => void;
  /** With a certificate that nobody signed. */
  readonly isSelfSigned?: boolean;
  /** What is asked for at the behaviour's own host; default `/`. */
  readonly path?: string;
  readonly protocol?: 'http' | 'https';
  /** The tool's setting. Default 15. */
  readonly timeoutSeconds?: number;
  readonly expect: Expectation;
  /** How many requests arrive. Default 1. */
  readonly requests?: number;
}

/** What the result is. Texts are parts of what is there. */
export type Expectation =
  | {
      readonly page: 'complete' | 'partial or truncated' | 'empty response' | 'any';
      /** In the first part of the page, or the last. */
      readonly has?: string | RegExp;
      readonly hasNot?: string | RegExp;
      readonly warns?: string;
      readonly title?: string;
    }
  /** The page cannot be had. */
  | { readonly error: string | RegExp }
  /** It must not be had. */
  | { readonly blocked: string | RegExp };

// What those that never end get. The least that the setting allows is 1; a busy machine takes a while to connect.
export const shortSeconds = 2;

/** The sentence of a read whose time is over. */
export const tooSlow = { error: /^The server did not send \S+ within the \d+ seconds? .* may be slow for now/ };

/** The sentence of a body that is larger than what is read. */
export const tooLarge = { error: 'The body is larger than 10000000 bytes. So large a page is not read' };
