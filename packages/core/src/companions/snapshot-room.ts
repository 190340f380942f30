import type { SnapshotSummary } from '../store/records.js';

/*
 * What the snapshots of one companion may take, so that one that lists without measure fills no disk and delays no
 * start: 256 of them, 5 MB each, 20 MB together, of which the last 4 MB are for names and labels alone.
 */

/** No snapshot is larger than this, as JSON. */
export const MAX_SNAPSHOT_BYTES = 5_000_000;

/** Of that, and of as many tools, for definitions of tools that are no longer listed. */
export const MAX_DROPPED_BYTES = 500_000;
export const MAX_DROPPED_TOOLS = 500;

const MAX_SNAPSHOTS = 256;
const MAX_BYTES = 20_000_000;
const MAX_BYTES_OF_WHOLE_LISTS = 16_000_000;

/** What one list may take. */
export interface SnapshotRoom {
  /** With its definitions. */
  readonly wholeBytes: number;
  /** With names and labels alone. */
  readonly nameBytes: number;
  /** Owners whose snapshots have to go first. */
  readonly evicted: readonly string[];
}

/** The owners of one companion's snapshots, and those of them that are registered in this process. */
export interface SnapshotOwners {
  readonly owner: string;
  readonly registered: ReadonlySet<string>;
}

/** What there is for the list of `owner`. The oldest lists of providers that are not registered now make room. */
export function findRoom(summaries: readonly SnapshotSummary[], { owner, registered }: SnapshotOwners): SnapshotRoom {
  const others = summaries.filter((one) => one.owner !== owner);
  const unused = others.filter((one) => !registered.has(one.owner)).sort(byAge);
  const evicted: string[] = [];
  let bytes = others.reduce((sum, one) => sum + one.bytes, 0);
  for (const one of unused) {
    if (others.length - evicted.length < MAX_SNAPSHOTS && bytes <= MAX_BYTES) break;
    evicted.push(one.owner);
    bytes -= one.bytes;
  }
  return {
    wholeBytes: clamp(MAX_BYTES_OF_WHOLE_LISTS - bytes),
    nameBytes: clamp(MAX_BYTES - bytes),
    evicted,
  };
}

/** Those that a start reads, and those that it leaves: of a database that holds more than it should, the newest. */
export function chooseReadable(summaries: readonly SnapshotSummary[]): {
  readonly chosen: readonly SnapshotSummary[];
  readonly left: readonly SnapshotSummary[];
} {
  const chosen = new Set<SnapshotSummary>();
  let bytes = 0;
  for (const one of [...summaries].sort(byAge).reverse()) {
    if (chosen.size === MAX_SNAPSHOTS) break;
    if (!isReadable(one) || bytes + one.bytes > 2 * MAX_BYTES) continue;
    bytes += one.bytes;
    chosen.add(one);
  }
  return { chosen: summaries.filter((one) => chosen.has(one)), left: summaries.filter((one) => !chosen.has(one)) };
}

/** Whether it is small enough to be looked at. */
export function isReadable({ bytes }: SnapshotSummary): boolean {
  return bytes <= 2 * MAX_SNAPSHOT_BYTES;
}

/** The oldest first. */
function byAge(a: SnapshotSummary, b: SnapshotSummary): number {
  return a.listedAt < b.listedAt ? -1 : a.listedAt > b.listedAt ? 1 : 0;
}

function clamp(bytes: number): number {
  return Math.min(MAX_SNAPSHOT_BYTES, Math.max(0, bytes));
}
