import type { ApiSchemas } from '@loadout/server/client';
import { api, read } from '../../api/client.js';
import type { Scope } from './decision-buttons.js';
import { forgetReason } from './unsent-reasons.js';

/** What a person decides. */
export type Decision =
  | { readonly allow: true; readonly scope: Scope }
  | { readonly allow: false; readonly reason: string | undefined };

/** Sends a decision on a call that is kept. Throws an `ApiProblem`, also where somebody else was faster. */
export async function sendDecision(approval: string, decision: Decision): Promise<ApiSchemas['Approval']> {
  const params = { path: { approval } };
  if (decision.allow) {
    return read(api.POST('/api/v1/approvals/{approval}/allow', { params, body: { scope: decision.scope } }));
  }
  const { reason } = decision;
  const body = reason === undefined ? {} : { reason };
  const denied = await read(api.POST('/api/v1/approvals/{approval}/deny', { params, body }));
  forgetReason(approval);
  return denied;
}
