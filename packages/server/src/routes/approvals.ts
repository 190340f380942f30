import type { ApprovalScope } from '@loadout/core';
import { defineRoute, type Route } from '../route.js';
import { param } from './param.js';

/** Calls that wait for a person. A decision shows up at once in the stream of changes, like any other. */
export const approvalRoutes: readonly Route[] = [
  defineRoute<undefined, { readonly bot?: string }>({
    method: 'GET',
    path: '/api/v1/approvals',
    operationId: 'listApprovals',
    tag: 'approvals',
    summary: 'Calls that wait for a person, and decided ones whose turn was not resumed yet, newest first',
    access: 'viewer',
    query: 'ApprovalsQuery',
    responses: { 200: 'ApprovalList' },
    handle: async ({ host, query }) => ({ status: 200, body: { approvals: await host.approvals.list(query) } }),
  }),
  defineRoute<{ readonly scope?: ApprovalScope }>({
    method: 'POST',
    path: '/api/v1/approvals/{approval}/allow',
    operationId: 'allowApproval',
    tag: 'approvals',
    summary: 'Allows a call: once, for its turn, or for its conversation',
    access: 'operator',
    body: 'AllowBody',
    isBodyOptional: true,
    responses: { 200: 'Approval' },
    handle: async ({ host, params, body }) => ({
      status: 200,
      body: await host.approvals.allow(param(params, 'approval'), body),
    }),
  }),
  defineRoute<{ readonly reason?: string }>({
    method: 'POST',
    path: '/api/v1/approvals/{approval}/deny',
    operationId: 'denyApproval',
    tag: 'approvals',
    summary: 'Denies a call; the model is told the reason',
    access: 'operator',
    body: 'DenyBody',
    isBodyOptional: true,
    responses: { 200: 'Approval' },
    handle: async ({ host, params, body }) => ({
      status: 200,
      body: await host.approvals.deny(param(params, 'approval'), body),
    }),
  }),
];
