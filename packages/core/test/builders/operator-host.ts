import {
  createMemoryStore,
  type Host,
  type HostOptions,
  type JsonObject,
  type JsonSchema,
  type Store,
  type StoreWriter,
  type ToolDefinition,
} from '@loadout/core';
import { createCompanion } from './companion.js';
import { createProvider, tool } from './provider.js';
import { createTestHost, type TestHost } from './test-host.js';

/** Settings of every kind that operations treat differently. */
export const courseSettings: JsonSchema = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, default: 10 },
    region: { type: 'string', enum: ['eu', 'us'] },
    apiKey: { type: 'string', secret: true },
  },
};

/** A companion whose list a test may change. */
export interface ChangingCompanion {
  readonly id: string;
  tools: readonly (string | ToolDefinition)[];
  readonly settings?: JsonObject;
  readonly enabled?: boolean;
}

/** A host on a store that the test can look into. */
export interface OperatorHost {
  readonly host: TestHost;
  readonly store: Store;
  /** Gives companions other tools, and has them asked again. */
  list(tools: Readonly<Record<string, readonly (string | ToolDefinition)[]>>): Promise<void>;
  write(work: (writer: StoreWriter) => Promise<void>): Promise<void>;
  /** Actions of the audit log, the oldest first. */
  actions(): Promise<readonly string[]>;
}

/** Opens a host with these companions, and closes it when the test has finished. */
export async function openOperatorHost(
  companions: Readonly<Record<string, readonly (string | ToolDefinition)[] | Omit<ChangingCompanion, 'id'>>> = {},
  options: HostOptions = {},
): Promise<OperatorHost> {
  const store = options.store ?? createMemoryStore();
  const state = new Map<string, ChangingCompanion>();
  for (const [id, given] of Object.entries(companions)) {
    // A list, or an object that has one.
    state.set(id, Array.isArray(given) ? { id, tools: given } : { id, ...(given as Omit<ChangingCompanion, 'id'>) });
  }
  const entries = [...state.values()].map((companion) =>
    createCompanion(
      companion.id,
      createProvider(() => companion.tools),
      {
        ...(companion.settings === undefined ? {} : { settings: companion.settings }),
        ...(companion.enabled === undefined ? {} : { enabled: companion.enabled }),
      },
    ),
  );
  const host = await createTestHost({ store, ...options, companions: [...entries, ...(options.companions ?? [])] });
  await host.refresh();
  return {
    host,
    store,
    async list(tools) {
      for (const [id, listed] of Object.entries(tools)) {
        const companion = state.get(id);
        if (companion !== undefined) companion.tools = listed;
      }
      await host.refresh();
    },
    write: (work) => store.change(work),
    actions: async () => (await host.audit({ limit: 1000 })).map(({ action }) => action).reverse(),
  };
}

/** A tool with {@link courseSettings}. */
export function courseTool(name: string, fields: Partial<ToolDefinition> = {}): ToolDefinition {
  return tool(name, { settingsSchema: courseSettings, ...fields });
}

/** What two loadouts are compared by: all but times. */
export async function factsOf(host: Host, bot: string) {
  const { assignments } = await host.show(bot);
  return assignments.map(({ assignedAt: _, updatedAt: __, ...facts }) => facts);
}
