/** An answer that is made while it is read. */
export interface AnswerStream {
  readonly contentType: string;
  readonly body: ReadableStream<Uint8Array>;
  /** Resolves when nobody reads any more, or the last of it was handed out. */
  readonly closed: Promise<void>;
}

/** How a stream is made. */
export interface AnswerStreamOptions {
  /** How long the reader may take nothing while something waits for it. */
  readonly slowReaderMs: number;
  /** Cuts the connection. Absent, as without a socket: the stream breaks off with an error. */
  readonly cut?: () => void;
}
