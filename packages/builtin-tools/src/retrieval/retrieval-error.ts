/** Why a page could not be retrieved; the message is for the model. */
export class RetrievalError extends Error {
  override readonly name = 'RetrievalError';
  /** Whether a host in a private network was asked on the way: then it is for HIGH confidence only (contract 10.3). */
  readonly isPrivate: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isPrivate?: boolean } = {}) {
    super(message, options);
    this.isPrivate = options.isPrivate ?? false;
  }
}
