import type { Logger } from '../contract/logger.js';
import type { AssignedTool, CompanionSnapshot, SnapshotSummary } from '../store/records.js';
import type { Store } from '../store/roles.js';
import { chooseAssigned } from './dropped-tools.js';
import type { ProviderSlot } from './provider-slot.js';
import { readSnapshot } from './read-snapshot.js';
import { createSnapshotContent, type SnapshotContent } from './snapshot-content.js';
import { findRoom, isReadable, MAX_SNAPSHOT_BYTES, type SnapshotRoom } from './snapshot-room.js';

const noNames: SnapshotContent['names'] = new Map();

/** What a snapshot was when it was last read or written here. */
type KnownContent = Pick<SnapshotContent, 'hash' | 'names'>;

/** What writing stands on. */
export interface SnapshotWriterParts {
  readonly store: Store;
  readonly logger: Logger;
  /** The owners of a companion that are registered in this process: their lists stay. */
  readonly registeredOwners: (companionId: string) => ReadonlySet<string>;
}

interface Draft {
  readonly slot: ProviderSlot;
  readonly content: SnapshotContent;
  readonly summary: SnapshotSummary;
  readonly room: SnapshotRoom;
}

interface DraftSurroundings {
  readonly summaries: readonly SnapshotSummary[];
  readonly listAssigned: () => Promise<readonly AssignedTool[]>;
  readonly registered: ReadonlySet<string>;
}

/** Writes lists into the store where they differ from what it has, within the bounds of `snapshot-room.ts`. */
export class SnapshotWriter {
  readonly #parts: SnapshotWriterParts;
  /** By owner. Other processes write as well: what the store has is asked of the store. */
  readonly #known = new Map<string, KnownContent>();
  readonly #said = new Set<string>();

  constructor(parts: SnapshotWriterParts) {
    this.#parts = parts;
  }

  /** What the store has of an owner. */
  know(owner: string, { hash, names }: SnapshotContent): void {
    this.#known.set(owner, { hash, names });
  }

  /**
   * Writes lists of one companion in one change: the first, and as many of the others as leave the change small.
   * Answers those that are done with. Rejects where the store does.
   */
  async write(slots: readonly ProviderSlot[]): Promise<readonly ProviderSlot[]> {
    const [first] = slots;
    if (first === undefined) return [];
    const { companionId } = first;
    const registered = this.#parts.registeredOwners(companionId);
    let summaries = await this.#parts.store.listSnapshots(companionId);
    let assigned: Promise<readonly AssignedTool[]> | undefined;
    const listAssigned = (): Promise<readonly AssignedTool[]> => {
      assigned ??= this.#parts.store.listAssignedTools();
      return assigned;
    };
    const done: ProviderSlot[] = [];
    const drafts: Draft[] = [];
    let bytes = 0;
    for (const slot of slots) {
      if (bytes >= MAX_SNAPSHOT_BYTES) break;
      done.push(slot);
      const draft = await this.#draft(slot, { summaries, listAssigned, registered });
      if (draft === undefined) continue;
      drafts.push(draft);
      summaries = replace(summaries, draft.summary, draft.room.evicted);
      bytes += draft.content.bytes;
    }
    if (drafts.length > 0) await this.#change(companionId, drafts, registered);
    return done;
  }

  async #change(companionId: string, drafts: readonly Draft[], registered: ReadonlySet<string>): Promise<void> {
    const evicted = await this.#parts.store.change(async (writer) => {
      const gone: string[] = [];
      // Read again: another process may have written meanwhile.
      let summaries = await writer.listSnapshots(companionId);
      for (const { summary, content } of drafts) {
        const room = findRoom(summaries, { owner: summary.owner, registered });
        for (const owner of room.evicted) await writer.deleteSnapshot(owner);
        await writer.putSnapshot(toSnapshot(summary, content));
        gone.push(...room.evicted);
        summaries = replace(summaries, summary, room.evicted);
      }
      return gone;
    });
    for (const owner of evicted) this.#known.delete(owner);
    for (const { summary, content } of drafts) this.know(summary.owner, content);
    if (evicted.length > 0) this.#sayRemoved(companionId);
    for (const draft of drafts) if (draft.content.extent !== 'whole') this.#sayExtent(draft);
  }

  /** Undefined where the store has the same. */
  async #draft(
    slot: ProviderSlot,
    { summaries, listAssigned, registered }: DraftSurroundings,
  ): Promise<Draft | undefined> {
    const { list, metadata, owner, companionId } = slot;
    if (list === undefined) return undefined;
    const stored = summaries.find((one) => one.owner === owner);
    const before = await this.#findBefore(slot, stored);
    const room = findRoom(summaries, { owner, registered });
    const considered = slot.dropped.tools;
    const assigned = considered.length === 0 ? new Set<string>() : findNames(await listAssigned(), slot);
    const droppedTools = chooseAssigned(considered, { listed: list.tools, assigned });
    const relatedNames = slot.related.groups;
    const listed = { tools: list.tools, metadata, before: before?.names ?? noNames, droppedTools, relatedNames };
    const content = await createSnapshotContent(listed, room);
    // What the store does not have counts for nobody, so that a restart changes nothing.
    slot.dropped.settle(considered, content.droppedTools);
    const { hash, bytes } = content;
    if (hash === stored?.hash && hash === before?.hash && room.evicted.length === 0) return undefined;
    const listedAt = new Date(list.listedAt).toISOString();
    return { slot, content, room, summary: { owner, companionId, hash, listedAt, bytes } };
  }

  /** What the snapshot says that the new one replaces; undefined where there is none that can be read. */
  async #findBefore(slot: ProviderSlot, stored: SnapshotSummary | undefined): Promise<KnownContent | undefined> {
    const { owner } = slot;
    const known = this.#known.get(owner);
    if (stored === undefined || known?.hash === stored.hash || !isReadable(stored)) return known;
    const snapshot = await this.#parts.store.getSnapshot(owner);
    try {
      const { content } = await readSnapshot(snapshot);
      slot.recall(content);
      return content;
    } catch {
      // A broken one: that was said when the host started, or comes from another process since, and is replaced.
      return known;
    }
  }

  #sayRemoved(companionId: string): void {
    const message = `${companionId} has left too many lists of providers that it no longer registers: the oldest are removed. Let it use the same ids at each start.`;
    this.#sayOnce('snapshots-removed', companionId, message);
  }

  #sayExtent({ slot: { owner, companionId }, content: { extent }, room }: Draft): void {
    const kept = extent === 'names' ? 'its names and labels are' : 'as many of its names as fit are';
    if (room.wholeBytes === MAX_SNAPSHOT_BYTES) {
      const message = `The list of ${owner} is larger than 5 MB: only ${kept} kept for the next start.`;
      this.#parts.logger({ level: 'warn', event: 'snapshot-shortened', companion: companionId, message });
    } else {
      const message = `The lists of ${companionId} are too large together: of ${owner}, and of others after it, only ${kept} kept for the next start.`;
      this.#sayOnce('snapshots-shortened', companionId, message);
    }
  }

  #sayOnce(event: string, companion: string, message: string): void {
    const key = `${event} ${companion}`;
    if (this.#said.has(key)) return;
    this.#said.add(key);
    this.#parts.logger({ level: 'warn', event, companion, message });
  }
}

function toSnapshot({ bytes: _bytes, ...rest }: SnapshotSummary, content: SnapshotContent): CompanionSnapshot {
  const { tools, metadata, droppedTools, relatedNames } = content;
  const related = relatedNames.length === 0 ? [] : [{ relatedNames }];
  return { ...rest, tools, metadata, droppedTools: [...related, ...droppedTools] };
}

/** What bots have of an owner, also by the names that it had. */
function findNames(assigned: readonly AssignedTool[], { owner, formerOwners }: ProviderSlot): ReadonlySet<string> {
  const owners = new Set([owner, ...formerOwners]);
  return new Set(assigned.filter((tool) => owners.has(tool.owner)).map(({ toolName }) => toolName));
}

/** As they are after one was written and others had to go. */
function replace(
  summaries: readonly SnapshotSummary[],
  written: SnapshotSummary,
  evicted: readonly string[],
): readonly SnapshotSummary[] {
  const gone = new Set([written.owner, ...evicted]);
  return [...summaries.filter(({ owner }) => !gone.has(owner)), written];
}
