/** What an API takes in strict schemas, as it documents that; what is not documented is not relied upon. */
export interface StrictProfile {
  readonly name: string;
  /** How a property that may be absent is written. */
  readonly optional: 'nullable' | 'optional';
  readonly formats: ReadonlySet<string>;
  /** Bounds by type; a keyword that is not named here is a reason not to send strict. */
  readonly bounds: ReadonlySet<string>;
  readonly isRecursionTaken: boolean;
  /** Whether `minItems` above 1 is taken. */
  readonly isAnyMinItemsTaken: boolean;
  readonly isDefaultTaken: boolean;
  readonly limits: {
    readonly properties: number;
    readonly depth: number;
    readonly enumValues: number;
    readonly characters: number;
    /** Of one `enum` with more than 250 texts. */
    readonly longEnumCharacters: number;
  };
}

/** Structured outputs of Chat Completions and Responses. */
export const OPENAI_STRICT: StrictProfile = {
  name: 'OpenAI',
  optional: 'nullable',
  formats: new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']),
  bounds: new Set([
    'pattern',
    'multipleOf',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'minItems',
    'maxItems',
  ]),
  isRecursionTaken: true,
  isAnyMinItemsTaken: true,
  isDefaultTaken: false,
  limits: { properties: 5_000, depth: 10, enumValues: 1_000, characters: 120_000, longEnumCharacters: 15_000 },
};

/** Strict tools of Anthropic's Messages. */
export const ANTHROPIC_STRICT: StrictProfile = {
  name: 'Anthropic',
  optional: 'optional',
  formats: new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid']),
  bounds: new Set(['pattern', 'minItems']),
  isRecursionTaken: false,
  isAnyMinItemsTaken: false,
  isDefaultTaken: true,
  // It documents none of its own beside the budget of a request; these keep grammars within reason.
  limits: { properties: 1_000, depth: 20, enumValues: 1_000, characters: 120_000, longEnumCharacters: 15_000 },
};
