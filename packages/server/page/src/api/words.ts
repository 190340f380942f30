import type { ApiSchemas } from '@loadout/server/client';

/** The model APIs, as the host names them. */
export const modelApis = ['chat', 'responses', 'anthropic', 'gemini'] as const;

export type ModelApi = (typeof modelApis)[number];

/** How far a model provider is trusted, lowest first. */
export const confidenceLevels = [
  'NONE',
  'UNTRUSTED',
  'UNKNOWN',
  'VERY_LOW',
  'LOW',
  'MODERATE',
  'MEDIUM',
  'HIGH',
] as const;

export type ConfidenceLevel = (typeof confidenceLevels)[number];

/** How the APIs are called by those who sell them. They stay English. */
export const modelApiLabels: Readonly<Record<ModelApi, string>> = {
  chat: 'Chat Completions',
  responses: 'Responses',
  anthropic: 'Anthropic Messages',
  gemini: 'Gemini',
};

/** What a change can do. */
export const auditActions = [
  'bot-added',
  'bot-renamed',
  'bot-removed',
  'tool-assigned',
  'tool-unassigned',
  'assignment-changed',
  'owner-accepted',
  'setting-set',
  'setting-unset',
  'secret-set',
  'secret-unset',
  'secrets-rotated',
  'approval-allowed',
  'approval-denied',
  'approval-revoked',
  'decision-set',
  'decision-unset',
  'token-created',
  'token-revoked',
  'session-opened',
  'session-ended',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** Why a tool may be withheld. */
export const withheldCodes = [
  'tools-off',
  'not-assigned',
  'companion-failed',
  'quarantined',
  'absent',
  'owner-changed',
  'definition-changed',
  'not-visible',
  'not-selected',
  'model-without-tools',
  'disabled-by-organisation',
  'not-configured',
  'below-minimum-confidence',
  'below-required-confidence',
  'not-convertible',
] as const satisfies readonly ApiSchemas['WithheldCode'][];
