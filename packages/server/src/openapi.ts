import { definitions } from './generated/schemas.js';
import { propertiesOf } from './read-query.js';
import type { Route } from './route.js';

type Json = Readonly<Record<string, unknown>>;

const problem: Json = {
  content: { 'application/problem+json': { schema: reference('Problem') } },
};

/** How the page signs in. Behind the name stands the port that the browser sees, where it is not that of the scheme. */
const session: Json = {
  type: 'apiKey',
  in: 'cookie',
  name: 'loadout-session',
  description: 'For the page: requests that are no GET need the header `x-loadout-page: 1` beside it.',
};

/** Headers that an answer may have beside its own. */
const headers = {
  'Retry-After': describeHeader('With 429 and 503: seconds until the next try.', { type: 'integer', minimum: 1 }),
  'WWW-Authenticate': describeHeader('With 401: how to sign in.'),
  Allow: describeHeader('With 405: the methods that the path takes.'),
  Accept: describeHeader('With 415: the type that a body has to have.'),
  ETag: describeHeader('With 412: the revision that the loadout has now.'),
};

/** Parts of the path that have a definition, by their names. */
const partsOfPath: Readonly<Record<string, string>> = { bot: 'BotId', tool: 'ToolName', kind: 'DecisionKind' };

/** The description of the API (OpenAPI 3.1), made of its routes and the schemas that they name. */
export function createOpenApi(routes: readonly Route[], version: string): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeOperation(route) };
  }
  const responses = {
    ClientProblem: { description: 'The request cannot be answered as it is.', headers, ...problem },
    ServerProblem: {
      description: 'The server cannot answer at present.',
      headers: { 'Retry-After': headers['Retry-After'] },
      ...problem,
    },
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Loadout',
      version: version === '' ? 'unknown' : version,
      description: 'Gives every bot its own set of tools.',
    },
    security: [{ token: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' }, session },
      responses,
      schemas: collectSchemas([paths, responses]),
    },
  };
}

function describeOperation(route: Route): Json {
  const { operationId, tag, summary, access } = route;
  const parameters = [...describePath(route), ...describeQuery(route), ...describeHeaders(route)];
  return {
    operationId,
    tags: [tag],
    summary,
    description: describeAccess(route),
    ...(access === 'anyone' ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined ? {} : { requestBody: describeBody(route, route.body) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.responses).map(([status, name]) => [status, describeAnswer(route, Number(status), name)]),
      ),
      '4XX': { $ref: '#/components/responses/ClientProblem' },
      '5XX': { $ref: '#/components/responses/ServerProblem' },
    },
  };
}

function describeAccess({ access, ownBot }: Route): string {
  if (access === 'anyone') return 'Needs no token.';
  if (access === 'token') return 'Needs a token, of any role or bot.';
  return `Needs the role ${access}${access === 'admin' ? '' : ' or a higher one'}${ownBot ? ', or the token of the bot' : ''}.`;
}

function describePath({ path }: Route): readonly Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name in partsOfPath ? reference(partsOfPath[name] ?? '') : { type: 'string', minLength: 1 },
  }));
}

function describeQuery({ query }: Route): readonly Json[] {
  if (query === undefined) return [];
  return Object.entries(propertiesOf(definitions[query])).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    ...(typeof schema.description === 'string' ? { description: schema.description } : {}),
    schema: toComponent(schema),
  }));
}

function describeHeaders({ hasRevision, isConditional, method, events }: Route): readonly Json[] {
  if (hasRevision && method !== 'GET') {
    const description = 'The ETag of the loadout as it was read; 412 where it has changed since.';
    return [{ name: 'If-Match', in: 'header', required: false, description, schema: { type: 'string' } }];
  }
  if (isConditional) {
    const description = 'The `revision` as it was read, in double quotes, or `"none"`; 412 where it has changed since.';
    return [{ name: 'If-Match', in: 'header', required: false, description, schema: { type: 'string' } }];
  }
  if (events !== 'only' || method !== 'GET') return [];
  const description = 'The id of the last event that arrived.';
  return [{ name: 'Last-Event-ID', in: 'header', required: false, description, schema: { type: 'string' } }];
}

function describeBody({ isBodyOptional }: Route, name: string): Json {
  return { required: !isBodyOptional, content: { 'application/json': { schema: reference(name) } } };
}

function describeAnswer(route: Route, status: number, name: string | null): Json {
  const { events, eventsSummary = '', hasRevision, isLocated, setsCookie, lines } = route;
  const content = {
    ...(name === null ? {} : { 'application/json': { schema: reference(name) } }),
    ...(lines === undefined ? {} : { 'application/x-ndjson': { schema: reference(lines) } }),
    ...(events === undefined
      ? {}
      : { 'text/event-stream': { schema: { type: 'string', description: `Events: ${eventsSummary}.` } } }),
  };
  const own = {
    ...(hasRevision ? { ETag: describeHeader('The revision of the loadout.') } : {}),
    ...(isLocated ? { Location: describeHeader('The path of what was made.') } : {}),
    ...(lines === undefined ? {} : { 'Content-Disposition': describeHeader('The name of the file.') }),
    ...(setsCookie ? { 'Set-Cookie': describeHeader('The session.') } : {}),
  };
  return {
    description: status === 204 ? 'Done.' : 'The answer.',
    ...(Object.keys(own).length === 0 ? {} : { headers: own }),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
}

function describeHeader(description: string, schema: Json = { type: 'string' }): Json {
  return { description, schema };
}

/** The definitions that something refers to, also through others. */
function collectSchemas(roots: unknown): Json {
  const schemas: Record<string, unknown> = {};
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (Object.hasOwn(schemas, name)) continue;
      schemas[name] = toComponent(definitions[name]);
      visit(schemas[name]);
    }
  };
  visit(roots);
  return Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** A definition as the document has it. `discriminator` would need a mapping there; the constants say the same. */
function toComponent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toComponent);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'discriminator')
      .map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? inner.replace('#/$defs/', '#/components/schemas/')
          : toComponent(inner),
      ]),
  );
}
