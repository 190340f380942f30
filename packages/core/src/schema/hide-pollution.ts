/**
 * Companions share one `Object.prototype` with the host and its libraries. What one of them adds there shows up in
 * every `for…in` over a plain object, and the schema compiler has such loops: every schema would seem broken. So
 * additions are made invisible to loops before a schema is compiled; their values stay. Answers their names.
 */
export function hidePollution(): readonly string[] {
  const hidden: string[] = [];
  for (const name in {}) {
    const descriptor = Object.getOwnPropertyDescriptor(Object.prototype, name);
    if (descriptor?.configurable !== true) continue;
    Object.defineProperty(Object.prototype, name, { ...descriptor, enumerable: false });
    hidden.push(name);
  }
  return hidden;
}
