declare module 'html-encoding-sniffer' {
  interface SniffOptions {
    readonly xml?: boolean;
    readonly transportLayerEncodingLabel?: string;
    readonly defaultEncoding?: string;
  }

  /** The name of the encoding, by the HTML standard's algorithm. */
  function sniffHtmlEncoding(bytes: Uint8Array, options?: SniffOptions): string;
  export = sniffHtmlEncoding;
}
