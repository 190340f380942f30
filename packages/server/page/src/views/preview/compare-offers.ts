/*
 * The four APIs and MCP write the same tool in five ways. What is compared is what they have in common, so that two contexts
 * with different APIs can be compared too.
 */
import { compareJson, type Difference } from './json-diff/compare-json.js';

/** A tool as an array has it, whatever API it is written for. */
export interface SentDefinition {
  readonly name: string;
  readonly description: unknown;
  readonly schema: unknown;
  readonly strict?: unknown;
}

/** In what two offers differ. */
export interface OfferDifference {
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
  readonly changed: readonly { readonly name: string; readonly differences: readonly Difference[] }[];
  readonly same: number;
  /** The same tools, one before the other in another way. */
  readonly isReordered: boolean;
}

/** Compares two tool arrays, given as JSON texts. */
export function compareOffers(before: string, after: string): OfferDifference {
  const [old, now] = [readToolArray(before), readToolArray(after)];
  const common = [...now.keys()].filter((name) => old.has(name));
  const changed = common.flatMap((name) => {
    const differences = compareJson(old.get(name), now.get(name));
    return differences.length === 0 ? [] : [{ name, differences }];
  });
  const oldOrder = [...old.keys()].filter((name) => now.has(name));
  return {
    onlyBefore: [...old.keys()].filter((name) => !now.has(name)),
    onlyAfter: [...now.keys()].filter((name) => !old.has(name)),
    changed,
    same: common.length - changed.length,
    isReordered: common.some((name, index) => oldOrder[index] !== name),
  };
}

/** The tools of an array by name. */
function readToolArray(json: string): ReadonlyMap<string, SentDefinition> {
  const entries = (JSON.parse(json) as readonly Entry[]).flatMap(
    ({ functionDeclarations, function: inner, ...entry }) =>
      (functionDeclarations as readonly Entry[] | undefined) ?? [(inner as Entry | undefined) ?? entry],
  );
  return new Map(entries.map((entry) => [String(entry.name), normalise(entry)]));
}

/** As the host writes it. */
type Entry = Readonly<Record<string, unknown>>;

const schemaNames = ['parameters', 'parametersJsonSchema', 'input_schema', 'inputSchema'];

function normalise(entry: Entry): SentDefinition {
  const place = schemaNames.find((name) => Object.hasOwn(entry, name));
  return {
    name: String(entry.name),
    description: entry.description,
    schema: place === undefined ? undefined : entry[place],
    // To say nothing is to be not strict.
    ...(entry.strict === true ? { strict: true } : {}),
  };
}
