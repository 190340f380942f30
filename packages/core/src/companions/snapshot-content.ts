import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ToolMetadata } from '../contract/definition.js';
import type { JsonObject } from '../contract/json.js';
import { copyName, copyTool, isToolName, type KnownName, nameEntry, readKnownName } from './known-tool.js';
import { MAX_DROPPED_BYTES, MAX_DROPPED_TOOLS, type SnapshotRoom } from './snapshot-room.js';

/** Characters of JSON after which other work gets its turn, and what a tool counts for besides. */
const SLICE_CHARACTERS = 100_000;
const TOOL_CHARACTERS = 500;

/** What a snapshot says of a list. */
export interface SnapshotContent {
  readonly tools: readonly JsonObject[];
  readonly metadata: Readonly<Record<string, ToolMetadata>>;
  /** The last definitions of tools that are no longer listed, the last that left first. */
  readonly droppedTools: readonly JsonObject[];
  readonly relatedNames: readonly (readonly string[])[];
  readonly hash: string;
  /** What it takes as JSON, at most. */
  readonly bytes: number;
  /** All names in it, with their aliases. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** `whole`; `names`: too large, so names and labels alone; `cut`: not even all of these. */
  readonly extent: 'whole' | 'names' | 'cut';
}

/** What is to be kept. */
export interface ListedContent {
  /** Raw definitions: foreign objects. */
  readonly tools: readonly unknown[];
  readonly metadata: ReadonlyMap<string, ToolMetadata>;
  /** The names of the snapshot before: those that still have a label are switched off, and stay known. */
  readonly before: SnapshotContent['names'];
  /** As plain JSON, the last that left first. Where there is not room for all of them, the first that left go. */
  readonly droppedTools: readonly JsonObject[];
  /** Groups of names that were ever stated for one tool. */
  readonly relatedNames: readonly (readonly string[])[];
}

/**
 * Copies a list as plain JSON, a slice at a time. What cannot be copied is left out, but for its name. Never rejects,
 * whatever was listed.
 */
export async function createSnapshotContent(
  listed: ListedContent,
  { wholeBytes, nameBytes }: Pick<SnapshotRoom, 'wholeBytes' | 'nameBytes'>,
): Promise<SnapshotContent> {
  const whole = await copyContent(listed, 'whole', new ContentWriter(wholeBytes));
  if (whole.extent === 'whole') return whole;
  return copyContent(listed, 'names', new ContentWriter(nameBytes));
}

/** As much as there is room for; what is `cut` has not all. */
async function copyContent(
  listed: ListedContent,
  extent: 'whole' | 'names',
  writer: ContentWriter,
): Promise<SnapshotContent> {
  const copy = extent === 'whole' ? copyTool : copyName;
  // What was decided hangs on them.
  if (!writer.addRelated(listed.relatedNames)) return writer.end('cut');
  for (const raw of listed.tools) {
    const entry = copy(raw);
    if (entry !== undefined && !writer.addTool(entry)) return writer.end('cut');
    await writer.pause();
  }
  for (const [name, aliases] of listed.before) {
    if (writer.names.has(name) || !listed.metadata.has(name)) continue;
    if (!writer.addTool(nameEntry({ name, aliases }))) return writer.end('cut');
    await writer.pause();
  }
  for (const [name, entry] of listed.metadata) {
    // Nothing is ever looked up by a name that no tool can have.
    if (!isToolName(name) || name === '__proto__') continue;
    const kept = extent === 'whole' ? entry : entry.label === undefined ? {} : { label: entry.label };
    if (!writer.addMetadata(name, kept)) return writer.end('cut');
    await writer.pause();
  }
  for (const tool of listed.droppedTools) {
    if (!writer.addDropped(tool)) break;
    await writer.pause();
  }
  return writer.end(extent);
}

/** Counts, hashes and collects. */
export class ContentWriter {
  readonly names = new Map<string, readonly string[]>();
  readonly #maxBytes: number;
  readonly #tools: JsonObject[] = [];
  readonly #metadata = new Map<string, ToolMetadata>();
  readonly #dropped: JsonObject[] = [];
  #related: readonly (readonly string[])[] = [];
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #droppedBytes = 0;
  #slice = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** False: there is no room for them. */
  addRelated(groups: readonly (readonly string[])[]): boolean {
    if (groups.length === 0) return true;
    if (!this.#take(JSON.stringify({ relatedNames: groups }))) return false;
    this.#related = groups;
    return true;
  }

  /** False: there is no room for it. */
  addTool(entry: JsonObject): boolean {
    this.#slice += TOOL_CHARACTERS;
    if (!this.#take(JSON.stringify(entry))) return false;
    this.#tools.push(entry);
    const known: KnownName | undefined = readKnownName(entry);
    if (known !== undefined && !this.names.has(known.name)) this.names.set(known.name, known.aliases);
    return true;
  }

  /** False: there is no room for it. */
  addMetadata(name: string, entry: ToolMetadata): boolean {
    if (!this.#take(JSON.stringify([name, entry]))) return false;
    this.#metadata.set(name, entry);
    return true;
  }

  /** False: there is no room for it. */
  addDropped(entry: JsonObject): boolean {
    this.#slice += TOOL_CHARACTERS;
    const before = this.#bytes;
    // In brackets, so that the hash tells it from a listed one.
    const text = JSON.stringify([entry]);
    const hasRoom =
      this.#dropped.length < MAX_DROPPED_TOOLS && this.#droppedBytes + Buffer.byteLength(text) <= MAX_DROPPED_BYTES;
    if (!hasRoom || !this.#take(text)) return false;
    this.#droppedBytes += this.#bytes - before;
    this.#dropped.push(entry);
    return true;
  }

  /** Where enough was done at once, other work comes first. */
  async pause(): Promise<void> {
    if (this.#slice < SLICE_CHARACTERS) return;
    this.#slice = 0;
    await setImmediate();
  }

  end(extent: SnapshotContent['extent']): SnapshotContent {
    return {
      tools: Object.freeze(this.#tools),
      metadata: Object.freeze(Object.fromEntries(this.#metadata)),
      droppedTools: Object.freeze(this.#dropped),
      relatedNames: this.#related,
      hash: this.#hash.digest('hex'),
      bytes: this.#bytes,
      names: this.names,
      extent,
    };
  }

  #take(text: string): boolean {
    this.#slice += text.length;
    const bytes = this.#bytes + Buffer.byteLength(text) + 1;
    if (bytes > this.#maxBytes) return false;
    this.#bytes = bytes;
    this.#hash.update(text).update('\n');
    return true;
  }
}
