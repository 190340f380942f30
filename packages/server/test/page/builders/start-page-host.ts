import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CompanionEntry, type CompanionModule, createHost, type Host, type HostOptions } from '@loadout/core';
import { openSecretVault, openSqliteStore, openSqliteTraces } from '@loadout/storage';
import { onTestFinished } from 'vitest';
import { type ChatEndpoint, startServer } from '../../../src/index.js';
import { createCrm, createHostile } from './page-tools.js';

/** The token that the link of the host carries. */
const startToken = 'the-token-that-the-link-of-the-host-carries';

export interface PageHost {
  readonly host: Host;
  readonly url: string;
  readonly port: number;
  /** The link that signs in. */
  readonly link: string;
  /** Closes it, and starts another on the same database and port. */
  restart(): Promise<PageHost>;
  close(): Promise<void>;
}

export interface PageHostOptions {
  /** Beside `@acme/crm` and `@acme/hostile`. */
  readonly companions?: Readonly<Record<string, () => CompanionModule>>;
  readonly chat?: ChatEndpoint;
  /** Leaves out the bots `support` (with tools) and `sales` (without). */
  readonly isEmpty?: boolean;
  readonly options?: Partial<HostOptions>;
}

/** A host on a real database, with its page on a loopback socket. */
export async function startPageHost(given: PageHostOptions = {}): Promise<PageHost> {
  const folder = await mkdtemp(path.join(tmpdir(), 'loadout-page-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const started = await startIn(folder, given, 0);
  if (given.isEmpty) return started;
  const { host } = started;
  await host.bots.add({ id: 'support', displayName: 'Support' });
  await host.bots.add({ id: 'sales', displayName: 'Sales' });
  await host.assign('support', ['crm_lookup', 'crm_merge', 'crm_report', 'crm_files', 'crm_fail']);
  return started;
}

async function startIn(folder: string, given: PageHostOptions, port: number): Promise<PageHost> {
  const file = path.join(folder, 'loadout.db');
  const store = await openSqliteStore({ file });
  const traces = await openSqliteTraces({ file: path.join(folder, 'traces.db') });
  const host = await createHost({
    store,
    traces,
    secrets: await openSecretVault({ database: file, store: 'encrypted', environment: {} }),
    companions: [
      ...entries({ '@acme/crm': createCrm, '@acme/hostile': createHostile }),
      ...entries(given.companions ?? {}),
    ],
    logger: () => {},
    ...given.options,
  });
  const server = await startServer(
    {
      host,
      listen: { host: '127.0.0.1', port },
      accessToken: startToken,
      version: '1.2.3',
      limits: { drainMs: 500, requestsPerMinute: 100_000 },
      ...(given.chat === undefined ? {} : { chat: given.chat }),
    },
    // A folder that the page was built into for a test.
    process.env.LOADOUT_PAGE === undefined ? {} : { pageFolder: process.env.LOADOUT_PAGE },
  );
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await server.close();
    await host.close();
    await store.close?.();
    await traces.close?.();
  };
  onTestFinished(close);
  const { port: real } = new URL(server.url);
  return {
    host,
    url: server.url,
    port: Number(real),
    link: `${server.url}/sign-in#${startToken}`,
    close,
    async restart() {
      await close();
      return startIn(folder, given, Number(real));
    },
  };
}

function entries(companions: Readonly<Record<string, () => CompanionModule>>): CompanionEntry[] {
  return Object.entries(companions).map(([id, load]) => ({ id, load }) as CompanionEntry);
}
