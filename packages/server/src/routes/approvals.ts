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
    summary: 'Calls that wait for a person or were decided, and what holds for a conversation, newest first',
    access: 'viewer',
    query: 'ApprovalsQuery',
    responses: { 200: 'ApprovalList' },
    handle: async ({ host, query }) => {
      const [approvals, lasting] = await Promise.all([host.approvals.list(query), host.approvals.lasting(query)]);
      return { status: 200, body: { approvals, lasting } };
    },
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
  defineRoute({
    method: 'DELETE',
    path: '/api/v1/approvals/{approval}',
    operationId: 'revokeApproval',
    tag: 'approvals',
    summary: 'Takes back an approval that holds for a conversation: a person is asked again',
    access: 'operator',
    responses: { 200: 'LastingApproval' },
    handle: async ({ host, params }) => ({
      status: 200,
      body: await host.approvals.revoke(param(params, 'approval')),
    }),
  }),
];
