import { hash as digest } from 'node:crypto';
import { canonicalJson } from '../catalogue/canonical-json.js';
import type { CallState } from './call-state.js';
import type { ApprovalCover } from './loop-call.js';
import type { CallSubject } from './recognisable-tool.js';

/** What an approval of this call covers. */
export function describeCover(call: CallState, tool: CallSubject): ApprovalCover {
  return {
    owner: tool.owner,
    tool: tool.name,
    definitionHash: tool.hash,
    argumentsHash: digest('sha256', canonicalJson(call.args ?? {})),
  };
}

/** Whether an approval was given for exactly this. */
export function isSameCover(one: ApprovalCover, other: ApprovalCover): boolean {
  return (
    one.owner === other.owner &&
    one.tool === other.tool &&
    one.definitionHash === other.definitionHash &&
    one.argumentsHash === other.argumentsHash
  );
}
