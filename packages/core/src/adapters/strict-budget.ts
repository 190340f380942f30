import type { ConvertedSchema } from './converted-schema.js';

/** What one request to Anthropic may hold over all its strict tools (contract 8.5). */
export const STRICT_BUDGET = Object.freeze({ tools: 20, optionalParameters: 24, unionParameters: 16 });

/**
 * Decides which strict schemas of one request stay strict: in their order, each that still fits. The others are answered
 * as they are sent non-strict, with a remark. One that does not fit leaves the rest of the budget to those after it.
 */
export function spendStrictBudget(conversions: readonly ConvertedSchema[]): readonly ConvertedSchema[] {
  const left = { ...STRICT_BUDGET };
  return conversions.map((conversion) => {
    const { relaxed, cost } = conversion;
    if (conversion.mode !== 'strict' || relaxed === null) return conversion;
    const fits =
      left.tools > 0 &&
      cost.optionalParameters <= left.optionalParameters &&
      cost.unionParameters <= left.unionParameters;
    if (fits) {
      left.tools -= 1;
      left.optionalParameters -= cost.optionalParameters;
      left.unionParameters -= cost.unionParameters;
      return conversion;
    }
    const isAlone =
      cost.optionalParameters > STRICT_BUDGET.optionalParameters ||
      cost.unionParameters > STRICT_BUDGET.unionParameters;
    const message =
      `A request has room for ${STRICT_BUDGET.tools} strict tools with ${STRICT_BUDGET.optionalParameters} optional ` +
      `and ${STRICT_BUDGET.unionParameters} union parameters; ` +
      `${isAlone ? 'this one alone needs more' : 'the tools before this one leave too little of it'} ` +
      `(${cost.optionalParameters} and ${cost.unionParameters} are needed). It is sent non-strict.`;
    const remark = Object.freeze({ pointer: '', code: 'strict-budget', message });
    return Object.freeze({ ...relaxed, remarks: Object.freeze([...relaxed.remarks, remark]) });
  });
}
