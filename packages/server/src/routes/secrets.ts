import { defineRoute, type Route } from '../route.js';
import { param } from './param.js';

/** Secrets by their names. None of them is ever answered; those of tools are set as settings. */
export const secretRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/v1/secrets',
    operationId: 'listSecrets',
    tag: 'secrets',
    summary: 'Names of the secrets that are set, never their values',
    access: 'admin',
    responses: { 200: 'SecretList' },
    handle: async ({ host }) => ({ status: 200, body: { secrets: await host.secrets.list() } }),
  }),
  defineRoute<{ readonly value: string }>({
    method: 'PUT',
    path: '/api/v1/secrets/{name}',
    operationId: 'setSecret',
    tag: 'secrets',
    summary: "Sets one of the host's own or of a companion; a blank one is deleted",
    access: 'admin',
    body: 'SetSecretBody',
    responses: { 204: null },
    async handle({ host, params, body }) {
      await host.secrets.set(param(params, 'name'), body.value);
      return { status: 204 };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/v1/secrets/{name}',
    operationId: 'unsetSecret',
    tag: 'secrets',
    summary: 'Deletes a secret',
    access: 'admin',
    responses: { 200: 'Unset' },
    handle: async ({ host, params }) => ({
      status: 200,
      body: { wasSet: await host.secrets.unset(param(params, 'name')) },
    }),
  }),
];
