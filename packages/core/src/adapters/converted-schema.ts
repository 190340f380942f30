import type { JsonObject, JsonValue } from '../contract/json.js';
import type { ConversionRemark } from '../contract/model-adapter.js';

/** How a schema is wanted. */
export interface ConversionWishes {
  /** True: strict where that is lossless. False: never strict. */
  readonly strict: boolean;
  /** Gemini: where the schema goes. Default `parametersJsonSchema`. */
  readonly geminiSchema?: 'parametersJsonSchema' | 'parameters';
}

/** The schema of one tool as one API gets it (contract 8.3). */
export interface ConvertedSchema {
  readonly mode: 'strict' | 'non-strict' | 'refused';
  /** As it stands on the wire, frozen. Null where it is refused, or where the API wants no schema at all: `mode` tells. */
  readonly schema: JsonObject | null;
  /** Whether the wire's schema is not, word for word, the tool's own. */
  readonly isChanged: boolean;
  readonly remarks: readonly ConversionRemark[];
  /** Arguments as the model sent them in the shape of the tool's own schema. Never throws, changes nothing in place. */
  restore(args: JsonValue): JsonValue;
  /** What it costs of a request's budget for strict tools (contract 8.5): zeros where the API has none. */
  readonly cost: StrictCost;
  /** Only where `mode` is `strict`: the same schema sent non-strict. */
  readonly relaxed: ConvertedSchema | null;
}

/** What a strict schema costs. */
export interface StrictCost {
  readonly optionalParameters: number;
  readonly unionParameters: number;
}
