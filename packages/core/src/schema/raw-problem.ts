/** A problem as the compiler reports it. */
export interface RawProblem {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Set where the name of a property is what was judged. */
  readonly propertyName?: string;
  /** The value of the keyword, and the schema that it stands in. */
  readonly schema?: unknown;
  readonly parentSchema?: unknown;
  /** The value that was judged. */
  readonly data?: unknown;
}
