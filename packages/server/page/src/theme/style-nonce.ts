/** The nonce of this answer, under which styles may be added to the document. Empty where the server gave none. */
export function readStyleNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]');
  return meta?.nonce || meta?.content || '';
}

/** Tells the scroll lock of dialogs, which reads it from there. To be called before the first render. */
export function allowStyles(): void {
  Object.assign(globalThis, { __webpack_nonce__: readStyleNonce() });
}
