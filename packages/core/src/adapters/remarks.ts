import type { ConversionRemark } from '../contract/model-adapter.js';

/**
 * What a conversion can say, and what follows from it. `docs/reference/model-apis.md` explains each; a test holds that
 * table to this one. `lossless`: the same values are accepted. `widened`: more values are accepted on the wire, and the
 * host's own validation still refuses them. `not-strict`: the reason why a schema is not sent strict. `refused`: the tool
 * is withheld for that API.
 */
export const REMARK_EFFECTS = Object.freeze({
  'dialect-translated': 'lossless',
  'keyword-without-meaning': 'lossless',
  'annotation-dropped': 'lossless',
  'format-dropped': 'lossless',
  'definitions-moved': 'lossless',
  'definition-unused': 'lossless',
  'keyword-rewritten': 'lossless',
  'properties-added': 'lossless',
  'items-added': 'lossless',
  'reference-inlined': 'lossless',
  'root-folded': 'lossless',
  'property-renamed': 'lossless',
  'optional-made-nullable': 'lossless',
  'counted-as-closed': 'lossless',
  'root-keyword-dropped': 'widened',
  'keyword-dropped': 'widened',
  'recursion-cut': 'widened',
  'strict-unwanted': 'not-strict',
  'strict-budget': 'not-strict',
  'strict-limit': 'not-strict',
  'keyword-not-strict': 'not-strict',
  'free-form-object': 'not-strict',
  untyped: 'not-strict',
  'optional-and-nullable': 'not-strict',
  'union-ambiguous': 'not-strict',
  'recursion-not-strict': 'not-strict',
  'required-undeclared': 'not-strict',
  'reference-unresolved': 'refused',
  'untyped-refused': 'refused',
  'too-large': 'refused',
  'object-refused': 'refused',
  'conversion-failed': 'refused',
} as const);

/** A code of {@link REMARK_EFFECTS}. */
export type RemarkCode = keyof typeof REMARK_EFFECTS;

/** Many remarks of one kind say no more than some. */
const MAX_REMARKS = 50;

/** Collects the remarks of one conversion, each once. */
export class RemarkList {
  readonly #remarks = new Map<string, ConversionRemark>();

  add(code: RemarkCode, pointer: string, message: string): void {
    const key = `${code} ${pointer}`;
    const isKept = this.#remarks.size < MAX_REMARKS || REMARK_EFFECTS[code] !== 'lossless';
    if (isKept && !this.#remarks.has(key)) this.#remarks.set(key, Object.freeze({ pointer, code, message }));
  }

  /** A new list that begins with `remarks`. */
  copyOf(remarks: readonly ConversionRemark[]): RemarkList {
    const copy = new RemarkList();
    for (const remark of remarks) copy.#remarks.set(`${remark.code} ${remark.pointer}`, remark);
    return copy;
  }

  list(): readonly ConversionRemark[] {
    return Object.freeze([...this.#remarks.values()]);
  }
}
