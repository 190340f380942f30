import { HARD_TURN_LIMITS, type HostDescription } from '@loadout/core';
import type { Caller } from '../caller.js';
import { type ApiRequest, type ApiResponse, defineRoute, type Route } from '../route.js';

/** What the host is. */
export const hostRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/v1/host',
    operationId: 'describeHost',
    tag: 'host',
    summary: 'Limits, what is kept and where, and what the organisation has decided',
    access: 'viewer',
    responses: { 200: 'HostDescription' },
    handle: describeHost,
  }),
];

async function describeHost({ host, caller, server }: ApiRequest<undefined>): Promise<ApiResponse> {
  const { organisation, secrets, ...rest } = await host.describe();
  const isOperator = mayReadPaths(caller);
  return {
    status: 200,
    body: {
      version: server.version,
      ...rest,
      hardTurnLimits: HARD_TURN_LIMITS,
      apiLimits: server.limits,
      secrets: secrets === null ? null : { kind: secrets.kind, reason: isOperator ? secrets.reason : null },
      organisation: organisation && describeOrganisation(organisation, isOperator),
    },
  };
}

/** Where things are on the machine is told to those who may change something. */
export function mayReadPaths({ role }: Caller): boolean {
  return role === 'operator' || role === 'admin';
}

function describeOrganisation(
  { place, isReadable, problems, entries }: NonNullable<HostDescription['organisation']>,
  isOperator: boolean,
): object {
  return {
    source: isOperator ? place : null,
    isReadable,
    problemCount: problems.length,
    problems: isOperator ? problems : [],
    entries,
  };
}
