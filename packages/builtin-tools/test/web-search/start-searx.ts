import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Debian's package puts it. */
const command = '/usr/bin/searx-run';

export const hasSearx = existsSync(command);

/** One engine of its settings, beside its name. */
export type Engine = Readonly<Record<string, unknown>> & { readonly name: string };

/** A running instance. */
export interface Searx {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** Starts SearX on loopback with these engines and no others. Rejects with what it printed where it does not come up. */
export async function startSearx(engines: readonly Engine[]): Promise<Searx> {
  const port = await findPort();
  const folder = mkdtempSync(join(tmpdir(), 'loadout-searx-'));
  const file = join(folder, 'settings.yml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(settingsOf(port, engines)));
  const child = spawn(command, [], {
    cwd: folder,
    env: { PATH: process.env.PATH, SEARX_SETTINGS_PATH: file, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-4_000);
    });
  }
  const baseUrl = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    if (!hasEnded(child)) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const until = Date.now() + 60_000;
  while (!(await isUp(baseUrl))) {
    if (hasEnded(child) || Date.now() > until) {
      await stop();
      throw new Error(`SearX did not come up: ${printed}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { baseUrl, stop };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function isUp(baseUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${baseUrl}/healthz`)).ok;
  } catch {
    return false;
  }
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function settingsOf(port: number, engines: readonly Engine[]): object {
  return {
    general: { debug: false, instance_name: 'test', contact_url: false },
    brand: Object.fromEntries(
      ['git_url', 'git_branch', 'issue_url', 'docs_url', 'public_instances', 'wiki_url', 'twitter_url'].map((name) => [
        name,
        '',
      ]),
    ),
    search: {
      safe_search: 0,
      autocomplete: '',
      default_lang: '',
      ban_time_on_fail: 0,
      max_ban_time_on_fail: 0,
    },
    server: {
      port,
      bind_address: '127.0.0.1',
      secret_key: 'for this test',
      base_url: false,
      image_proxy: false,
      http_protocol_version: '1.0',
      method: 'GET',
      default_http_headers: {},
    },
    ui: {
      static_path: '/usr/share/python3-searx/static',
      templates_path: '/usr/share/python3-searx/templates',
      default_theme: 'oscar',
      default_locale: '',
      theme_args: { oscar_style: 'logicodev' },
    },
    outgoing: { request_timeout: 5, useragent_suffix: '', pool_connections: 10, pool_maxsize: 10 },
    engines: engines.map((engine) => ({ categories: 'general', ...engine })),
    locales: { en: 'English' },
    doi_resolvers: { 'oadoi.org': 'https://oadoi.org/' },
    default_doi_resolver: 'oadoi.org',
  };
}
