/** A JSON Schema, as it came. */
export type Schema = Readonly<Record<string, unknown>>;

/** Whether a value is an object of JSON. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What `#/…` leads to; undefined where it leads nowhere, or out of the document. */
export function resolvePointer(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  let value = root;
  for (const step of splitPointer(decodeURIComponent(reference.slice(1)))) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isRecord(value) && Object.hasOwn(value, step)) value = value[step];
    else return undefined;
  }
  return value;
}

/** The steps of a JSON pointer. */
export function splitPointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The types that a schema names, without null. */
export function typesOf({ type }: Schema): readonly string[] {
  const types = Array.isArray(type) ? type : [type];
  return types.filter((entry): entry is string => typeof entry === 'string' && entry !== 'null');
}

/** Schemas in a list; anything else is left out. */
export function schemasIn(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
