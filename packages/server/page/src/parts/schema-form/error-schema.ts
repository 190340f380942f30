import { isRecord, splitPointer } from './schema-parts.js';

/** What is wrong at a place of a value. */
export interface FieldError {
  /** JSON pointer into the value. */
  readonly pointer: string;
  readonly message: string;
}

/** As the form's library has errors. */
export interface ErrorTree {
  [name: string]: ErrorTree | string[];
}

/** Errors by their fields, and those that no field of the form can show. */
export function sortErrors(
  errors: readonly FieldError[],
  schema: Readonly<Record<string, unknown>>,
): { readonly atFields: ErrorTree; readonly elsewhere: readonly FieldError[] } {
  const known = isRecord(schema.properties) ? schema.properties : {};
  const isAtField = ({ pointer }: FieldError): boolean => {
    const [first] = splitPointer(pointer);
    return first !== undefined && Object.hasOwn(known, first);
  };
  const atFields: ErrorTree = {};
  for (const error of errors) if (isAtField(error)) addError(atFields, error);
  return { atFields, elsewhere: errors.filter((error) => !isAtField(error)) };
}

function addError(tree: ErrorTree, { pointer, message }: FieldError): void {
  let place = tree;
  for (const step of splitPointer(pointer)) {
    const next = Object.hasOwn(place, step) ? place[step] : undefined;
    const child: ErrorTree = isRecord(next) ? (next as ErrorTree) : {}; // a member beside `__errors` is a tree
    Object.defineProperty(place, step, { value: child, enumerable: true, configurable: true, writable: true });
    place = child;
  }
  const before = place.__errors;
  place.__errors = [...(Array.isArray(before) ? before : []), message];
}
