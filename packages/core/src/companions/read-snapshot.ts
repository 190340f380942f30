import type { ToolMetadata } from '../contract/definition.js';
import type { JsonObject } from '../contract/json.js';
import { isPlainObject } from '../schema/copy-json.js';
import { copyName, copyTool, isNameOnly, type KnownName, readKnownName } from './known-tool.js';
import type { ProviderList, RestoredList } from './provider-list.js';
import { readMetadata } from './read-metadata.js';
import { isProviderId } from './registrations.js';
import { ContentWriter, MAX_SNAPSHOT_BYTES, type SnapshotContent } from './snapshot-content.js';

const MAX_TOOLS = 100_000;

/**
 * Reads a snapshot as if a stranger had written it: somebody may have, into the database. Rejects with what is wrong.
 * Copies, so that what is served is plain JSON, whatever the store answers.
 */
export async function readSnapshot(
  snapshot: unknown,
): Promise<{ readonly restored: RestoredList; readonly content: SnapshotContent }> {
  if (!isPlainObject(snapshot)) throw new TypeError('it is no object');
  const { owner, companionId, tools, metadata, listedAt } = snapshot;
  const id = readId(owner, companionId);
  const time = typeof listedAt === 'string' ? Date.parse(listedAt) : Number.NaN;
  if (Number.isNaN(time)) throw new TypeError('listedAt is no time');
  if (!Array.isArray(tools)) throw new TypeError('its tools are no list');
  if (tools.length > MAX_TOOLS) throw new RangeError(`it has ${tools.length} tools; ${MAX_TOOLS} are the most`);
  const labels = isPlainObject(metadata) ? readMetadata(metadata) : undefined;
  if (labels === undefined) throw new TypeError('its metadata is no object');

  const content = await copyContent(tools, labels);
  const definitions = content.tools.filter((entry) => !isNameOnly(entry));
  const names = content.tools.filter(isNameOnly).map(readKnownName);
  const list: ProviderList = {
    tools: Object.freeze(definitions),
    names: Object.freeze(names.filter((name): name is KnownName => name !== undefined)),
    listedAt: time,
  };
  return { restored: { id, list, metadata: addLabels(labels, content.tools) }, content };
}

async function copyContent(
  tools: readonly unknown[],
  labels: ReadonlyMap<string, ToolMetadata>,
): Promise<SnapshotContent> {
  const writer = new ContentWriter(2 * MAX_SNAPSHOT_BYTES);
  const tooLarge = new RangeError(`it is larger than ${(2 * MAX_SNAPSHOT_BYTES) / 1_000_000} MB`);
  for (const raw of tools) {
    const entry = isPlainObject(raw) && isNameOnly(raw) ? copyName(raw) : copyTool(raw);
    if (entry !== undefined && !writer.addTool(entry)) throw tooLarge;
    await writer.pause();
  }
  for (const [name, entry] of labels) {
    if (!writer.addMetadata(name, entry)) throw tooLarge;
    await writer.pause();
  }
  return writer.end('whole');
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
