import type { ToolMetadata } from '../contract/definition.js';
import type { JsonObject } from '../contract/json.js';
import { isPlainObject } from '../schema/copy-json.js';
import { copyName, copyTool, isNameOnly, type KnownName, nameEntry, readKnownName } from './known-tool.js';
import type { ProviderList, RestoredList } from './provider-list.js';
import { readMetadata } from './read-metadata.js';
import { isProviderId } from './registrations.js';
import { readRelatedNames } from './related-names.js';
import { ContentWriter, type SnapshotContent } from './snapshot-content.js';
import { MAX_DROPPED_TOOLS, MAX_SNAPSHOT_BYTES } from './snapshot-room.js';

const MAX_TOOLS = 100_000;

/** What a snapshot says. */
export interface ReadSnapshot {
  readonly restored: RestoredList;
  readonly content: SnapshotContent;
  /** What is wrong with the parts that could not be read. */
  readonly problems: readonly string[];
}

/**
 * Reads a snapshot as if a stranger had written it: somebody may have, into the database. What can be read of a broken
 * one still keeps names from being taken; rejects with what is wrong where that is nothing. Copies, so that what is
 * served is plain JSON, whatever the store answers.
 */
export async function readSnapshot(snapshot: unknown): Promise<ReadSnapshot> {
  if (!isPlainObject(snapshot)) throw new TypeError('it is no object');
  const { owner, companionId, tools, metadata, droppedTools, listedAt } = snapshot;
  const id = readId(owner, companionId);
  const problems: string[] = [];
  const time = typeof listedAt === 'string' ? Date.parse(listedAt) : Number.NaN;
  if (Number.isNaN(time)) problems.push('listedAt is no time');
  const labels = isPlainObject(metadata) ? readMetadata(metadata) : undefined;
  if (labels === undefined) problems.push('its metadata is no object');
  if (!Array.isArray(tools)) {
    if (labels === undefined) throw new TypeError('neither its tools nor its metadata can be read');
    problems.push('its tools are no list');
  }
  const entries: readonly unknown[] = Array.isArray(tools) ? tools : nameEach(labels);
  if (entries.length > MAX_TOOLS) throw new RangeError(`it has ${entries.length} tools; ${MAX_TOOLS} are the most`);

  // A snapshot of an earlier version has none.
  const isWithDropped = droppedTools === undefined || Array.isArray(droppedTools);
  if (!isWithDropped) problems.push('its droppedTools are no list');
  const kept: readonly unknown[] = Array.isArray(droppedTools) ? droppedTools : [];
  const [first, ...rest] = kept;
  const related = isPlainObject(first) ? first.relatedNames : undefined;
  const dropped = related === undefined ? kept : rest;

  const content = await copyContent(entries, labels ?? noLabels, dropped, readRelatedNames(related));
  const definitions = content.tools.filter((entry) => !isNameOnly(entry));
  const names = content.tools.filter(isNameOnly).map(readKnownName);
  const list: ProviderList = {
    tools: Object.freeze(definitions),
    names: Object.freeze(names.filter((name): name is KnownName => name !== undefined)),
    listedAt: Number.isNaN(time) ? 0 : time,
  };
  const restored = {
    id,
    list,
    metadata: addLabels(labels ?? noLabels, content.tools),
    droppedTools: content.droppedTools,
    relatedNames: content.relatedNames,
  };
  return { restored, content, problems };
}

const noLabels: ReadonlyMap<string, ToolMetadata> = new Map();

/** All that is left of tools whose definitions are lost. */
function nameEach(labels: ReadonlyMap<string, ToolMetadata> = noLabels): readonly JsonObject[] {
  return [...labels.keys()].map((name) => nameEntry({ name, aliases: [] }));
}

async function copyContent(
  tools: readonly unknown[],
  labels: ReadonlyMap<string, ToolMetadata>,
  dropped: readonly unknown[],
  related: readonly (readonly string[])[],
): Promise<SnapshotContent> {
  const writer = new ContentWriter(2 * MAX_SNAPSHOT_BYTES);
  const tooLarge = new RangeError(`it is larger than ${(2 * MAX_SNAPSHOT_BYTES) / 1_000_000} MB`);
  if (!writer.addRelated(related)) throw tooLarge;
  for (const raw of tools) {
    const entry = copyEntry(raw);
    if (entry !== undefined && !writer.addTool(entry)) throw tooLarge;
    await writer.pause();
  }
  for (const [name, entry] of labels) {
    if (!writer.addMetadata(name, entry)) throw tooLarge;
    await writer.pause();
  }
  for (const raw of dropped.slice(0, MAX_DROPPED_TOOLS)) {
    const entry = copyEntry(raw);
    if (entry !== undefined && !writer.addDropped(entry)) break;
    await writer.pause();
  }
  return writer.end('whole');
}

function copyEntry(raw: unknown): JsonObject | undefined {
  return isPlainObject(raw) && isNameOnly(raw) ? copyName(raw) : copyTool(raw);
}

/** Labels that stand in definitions are labels as well, for as long as the provider does not say its own. */
function addLabels(
  labels: ReadonlyMap<string, ToolMetadata>,
  tools: readonly JsonObject[],
): ReadonlyMap<string, ToolMetadata> {
  const unlabelled = tools.filter(({ name, label }) => label !== undefined && !labels.has(String(name)));
  const own = readMetadata(Object.fromEntries(unlabelled.map((entry) => [String(entry.name), entry])));
  return new Map([...(own ?? []), ...labels]);
}

function readId(owner: unknown, companionId: unknown): string | undefined {
  if (typeof owner !== 'string' || typeof companionId !== 'string') throw new TypeError('its owner is no text');
  if (owner === companionId) return undefined;
  const id = owner.slice(companionId.length + 1);
  if (owner === `${companionId}/${id}` && isProviderId(id)) return id;
  throw new TypeError(`its owner is no provider of ${JSON.stringify(companionId.slice(0, 250))}`);
}
