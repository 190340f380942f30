import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGuardedFetch, judgeAddress } from '@loadout/core/network';
import { expect, test } from 'vitest';
import { isLoadoutError } from '../../src/contract/errors.js';
import { answers, connectTo, publicAddress, startHttp } from './loopback.js';

interface Step {
  readonly status: number;
  readonly location: string;
  readonly resolves_to?: readonly string[];
}

interface Row {
  readonly id: string;
  readonly kind: 'address' | 'url' | 'dns' | 'name' | 'port' | 'rebind' | 'redirect' | 'page' | 'headers';
  readonly input: string;
  readonly expect: 'allow' | 'block';
  readonly reason: string;
  readonly discretion?: boolean;
  readonly resolves_to?: readonly string[] | readonly (readonly string[])[];
  readonly steps?: readonly Step[];
  readonly send?: Readonly<Record<string, string>>;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

// A newer copy of the vectors may lie in the folder that LOADOUT_CASES names.
const newer = process.env.LOADOUT_CASES && join(process.env.LOADOUT_CASES, 'ssrf-vectors.json');
const file = newer && existsSync(newer) ? newer : fileURLToPath(new URL('ssrf-vectors.json', import.meta.url));
const { rows } = JSON.parse(readFileSync(file, 'utf8')) as { rows: readonly Row[] };
const judged = rows.filter((row) => row.discretion !== true);
const of = (...kinds: readonly Row['kind'][]) => judged.filter((row) => kinds.includes(row.kind));

test('the vectors are there, of every kind', () => {
  expect(judged.length).toBeGreaterThan(300);
  expect(new Set(judged.map((row) => row.kind)).size).toBe(9);
});

for (const row of of('address')) {
  test(`10.1 ${row.id}: the address ${JSON.stringify(row.input)} is judged (${row.expect})`, () => {
    expect(judgeAddress(row.input).isPublic, row.reason).toBe(row.expect === 'allow');
  });
}

for (const row of of('url', 'dns', 'name', 'port')) {
  test(`${row.kind === 'dns' ? '10.2' : '10.1'} ${row.id}: ${row.reason} (${row.expect})`, async () => {
    const run = await fetchRow(row, () => (row.resolves_to as readonly string[] | undefined) ?? [publicAddress]);
    expect(run.status === 200 ? 'allow' : 'block').toBe(row.expect);
    if (row.expect === 'block') expect(run.connected).toEqual([]);
  });
}

for (const row of of('rebind')) {
  test(`10.2 ${row.id}: ${row.reason}`, async () => {
    const rounds = row.resolves_to as readonly (readonly string[])[];
    let lookups = 0;
    // A redirect to the same host forces another look-up, as often as the row has answers.
    const steps = rounds.map(() => ({ status: 302, location: row.input }));
    const run = await fetchRow({ ...row, steps }, () => rounds[lookups++] ?? rounds.at(-1) ?? []);
    expect(run.status, 'one of the answers is not public').toBeUndefined();
    expect(run.connected.filter((address) => address !== publicAddress && !address.startsWith('2606:'))).toEqual([]);
  });
}

for (const row of of('redirect')) {
  test(`10.2 ${row.id}: ${row.reason} (${row.expect})`, async () => {
    const run = await fetchRow(row, (hostname) => resolveStep(row, hostname));
    const hops = row.steps?.length ?? 0;
    expect(run.status === 200 ? 'allow' : 'block').toBe(row.expect);
    if (row.expect === 'allow') expect(run.connected.length).toBe(hops + 1);
    else expect(run.connected.length).toBeLessThanOrEqual(Math.min(hops, 11));
  });
}

for (const row of of('headers')) {
  test(`10.2 ${row.id}: ${row.reason} (${row.expect})`, async () => {
    const run = await fetchRow(row, (hostname) => resolveStep(row, hostname));
    for (const name of Object.keys(row.send ?? {})) {
      expect(run.received.at(0)?.[name] ?? 'refused', 'the first hop gets it, where it can be sent').toBeDefined();
      const last = run.received.length > (row.steps?.length ?? 0) ? run.received.at(-1)?.[name] : undefined;
      expect(last === undefined ? 'block' : 'allow').toBe(row.expect);
    }
  });
}

for (const row of of('page')) {
  test(`10.1 ${row.id}: ${row.reason}`, async () => {
    const run = await fetchRow(row, () => row.resolves_to as readonly string[]);
    expect(run.body, 'the page itself is read').toBe(row.html);
    expect(run.connected).toEqual([publicAddress]);
  });
}

interface Run {
  /** Undefined where the fetch was refused. */
  readonly status: number | undefined;
  readonly body: string | undefined;
  /** The addresses that sockets were made to. */
  readonly connected: readonly string[];
  readonly received: readonly Readonly<Record<string, unknown>>[];
}

async function fetchRow(row: Row, resolve: (hostname: string) => readonly string[]): Promise<Run> {
  const received: Readonly<Record<string, unknown>>[] = [];
  const server = await startHttp((request, response) => {
    const step = row.steps?.[received.length];
    received.push(request.headers);
    if (step) response.writeHead(step.status, { location: step.location }).end();
    else response.writeHead(200, { 'content-type': 'text/html', ...row.headers }).end(row.html ?? 'reached');
  });
  const connect = connectTo(server.port);
  const fetch = createGuardedFetch({ connect, resolveHost: async (hostname) => answers(resolve(hostname)) });
  const run = { connected: [] as string[], received, status: undefined, body: undefined };
  try {
    const response = await fetch(row.input, { headers: row.send ?? {}, timeoutMs: 10_000 });
    const body = await response.text();
    return { ...run, status: response.status, body, connected: connect.targets.map(({ address }) => address) };
  } catch (error) {
    if (!isLoadoutError(error) || !error.code.startsWith('NETWORK_')) throw error;
    return { ...run, connected: connect.targets.map(({ address }) => address) };
  }
}

function resolveStep(row: Row, hostname: string): readonly string[] {
  const step = row.steps?.find(({ location }) => URL.canParse(location) && new URL(location).hostname === hostname);
  return step?.resolves_to ?? [publicAddress];
}
