/** Why a page could not be retrieved; the message is for the model. */
export class RetrievalError extends Error {
  override readonly name = 'RetrievalError';
}
