import { defineRoute, type Route } from '../route.js';

/** Signing in to the page. */
export const sessionRoutes: readonly Route[] = [
  defineRoute<{ readonly token: string }>({
    method: 'POST',
    path: '/api/v1/session',
    operationId: 'openSession',
    tag: 'session',
    summary: 'Signs in with a token: the answer sets the cookie of a session',
    access: 'anyone',
    body: 'OpenSessionBody',
    setsCookie: true,
    responses: { 201: 'Session' },
    async handle({ body, sessions }) {
      const { session, cookie } = await sessions.open(body.token);
      return { status: 201, body: session, headers: { 'set-cookie': cookie } };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/v1/session',
    operationId: 'closeSession',
    tag: 'session',
    summary: 'Signs out: the session ends, and the answer takes its cookie away',
    access: 'token',
    setsCookie: true,
    responses: { 204: null },
    handle: async ({ caller, sessions }) => ({
      status: 204,
      headers: { 'set-cookie': await sessions.close(caller) },
    }),
  }),
];
