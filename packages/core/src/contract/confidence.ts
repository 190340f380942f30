/**
 * How far a model provider is trusted with data (contract 5.5). A tool or a result may require a level;
 * a model provider below it neither sees the tool nor gets the result.
 */
export const CONFIDENCE_LEVELS = Object.freeze({
  NONE: 0,
  UNTRUSTED: 1,
  UNKNOWN: 10,
  VERY_LOW: 90,
  LOW: 100,
  MODERATE: 150,
  MEDIUM: 200,
  HIGH: 300,
});

/** The name of a level. */
export type ConfidenceLevel = keyof typeof CONFIDENCE_LEVELS;

/** Whether `value` names a level. */
export function isConfidenceLevel(value: unknown): value is ConfidenceLevel {
  return typeof value === 'string' && Object.hasOwn(CONFIDENCE_LEVELS, value);
}

/** Whether who has `level` gets what requires `required`. */
export function reachesConfidence(level: ConfidenceLevel, required: ConfidenceLevel): boolean {
  return CONFIDENCE_LEVELS[level] >= CONFIDENCE_LEVELS[required];
}

/** A level that was kept or locked; one that cannot be read is HIGH (contract 5.5). */
export function readConfidence(value: unknown): ConfidenceLevel {
  return isConfidenceLevel(value) ? value : 'HIGH';
}

/** The higher of two levels, as they were kept: one that cannot be read is HIGH. */
export function higherConfidence(first: unknown, second: unknown): ConfidenceLevel {
  const [one, other] = [readConfidence(first), readConfidence(second)];
  return reachesConfidence(one, other) ? one : other;
}
