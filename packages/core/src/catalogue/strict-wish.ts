/**
 * `function.strict` of a definition file (contract 1.9). It is about the way to the model alone: definitions of companions
 * have no such field, and it is no part of a definition's hash. So it is kept beside the definition.
 */
const unwanted = new WeakSet<object>();

/** Notes that the author of `definition` wants its schema sent non-strict. */
export function refuseStrict(definition: object): void {
  unwanted.add(definition);
}

/** Whether the schema of `definition` may be sent strict. */
export function wantsStrict(definition: object): boolean {
  return !unwanted.has(definition);
}
