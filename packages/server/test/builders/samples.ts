import type { Route } from '../../src/route.js';

/** What a request of a route says so that it works on a host of `makeHost`. */
export interface Sample {
  readonly path: string;
  readonly body?: unknown;
}

const params: Readonly<Record<string, string>> = {
  bot: 'demo',
  tool: 'echo',
  field: 'region',
  companion: '@acme/tools',
  kind: 'tools-off',
  subject: '@acme/tools#echo',
  name: 'model-endpoint',
};

/** Parts of the path that differ from those above, and bodies, by the name of the operation. */
const special: Readonly<
  Record<string, { readonly params?: Readonly<Record<string, string>>; readonly body?: unknown }>
> = {
  addBot: { body: { id: 'new' } },
  renameBot: { body: { displayName: 'Renamed' } },
  copyBot: { body: { id: 'copied' } },
  changeLoadout: { body: { changes: [{ action: 'unassign', tool: 'fail' }] } },
  assignTool: { params: { tool: 'spare' } },
  setSetting: { body: { value: 'us' } },
  setSecret: { body: { value: 'the-key-of-the-endpoint' } },
  setDecision: { body: { value: true } },
  setDecisionAbout: { params: { kind: 'approval' }, body: { value: 'ask' } },
  unsetDecisionAbout: { params: { kind: 'approval' } },
  decideCall: { body: { allow: true } },
  callTool: { body: { tool: 'echo', arguments: { text: 'hello' } } },
  acceptOwner: { body: { oldOwner: '@acme/tools', newOwner: '@acme/tools' } },
  chat: { body: { message: 'Hello.' } },
  createToken: { body: { name: 'made', role: 'viewer' } },
  importHost: {
    body: {
      format: 'loadout-export',
      version: 1,
      bots: [{ id: 'imported', displayName: 'Imported', tools: [] }],
      settings: [],
      decisions: [],
      leftOut: [],
    },
  },
};

/** A request of the route that works. `more` are parts of the path that only the host knows, and the secret that signs in. */
export function sampleOf({ path, operationId }: Route, more: Readonly<Record<string, string>>): Sample {
  const { params: own = {}, body: stated } = special[operationId] ?? {};
  const body = operationId === 'openSession' ? { token: more.secret } : stated;
  const values = { ...params, ...more, ...own };
  return {
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name)),
    ...(body === undefined ? {} : { body }),
  };
}
