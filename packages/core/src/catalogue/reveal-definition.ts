import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from '../contract/json.js';
import { type Dialect, dialectOf } from '../schema/dialect.js';
import { KEYWORDS } from '../schema/keywords.js';
import { escapePointer, isList, walkSchema } from '../schema/walk-schema.js';
import { hasHiddenCharacters, type RemovedCharacters, removeHiddenCharacters } from './hidden-characters.js';

/** Hidden characters in a place where removing them would change which arguments are accepted. */
export class HiddenCharactersError extends Error {
  /** JSON pointer into the definition. */
  readonly pointer: string;

  constructor(pointer: string) {
    super('has characters that hide from people (bidirectional, zero-width or tag characters). Remove them');
    this.pointer = pointer;
  }
}

/** Fields of a definition, and what they lost. */
export interface RevealedDefinition {
  /** Frozen. */
  readonly fields: JsonObject;
  readonly removed: readonly RemovedCharacters[];
}

const none: readonly RemovedCharacters[] = Object.freeze([]);
const texts = ['description', 'systemPromptInstructions'];
const schemas = ['schema', 'outputSchema'];

/** What schemas say to readers. Keywords that the dialect does not know mean nothing to the host, and count as such. */
const textKeywords: ReadonlySet<string> = new Set(['title', 'description', '$comment', 'default', 'examples']);

/**
 * Removes hidden characters from every text of a definition that reaches a model (contract 1.7). In a schema
 * that is what it says to readers; anywhere else in it they throw {@link HiddenCharactersError}. Fields have to
 * be plain JSON.
 */
export function revealDefinition(fields: JsonObject): RevealedDefinition {
  const suspicious = [...texts, ...schemas].filter((field) => isSuspicious(fields[field]));
  if (suspicious.length === 0) return { fields, removed: none };
  const removed: RemovedCharacters[] = [];
  const revealed: Record<string, JsonValue> = { ...fields };
  for (const field of suspicious) {
    const value = fields[field] ?? null;
    const isSchema = schemas.includes(field) && isJsonObject(value);
    revealed[field] = isSchema ? revealSchema(value, `/${field}`, removed) : revealText(value, `/${field}`, removed);
  }
  return { fields: Object.freeze(revealed), removed: Object.freeze(removed) };
}

function isSuspicious(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return hasHiddenCharacters(value);
  if (typeof value !== 'object' || value === null) return false;
  if (isList(value)) return value.some(isSuspicious);
  for (const key of Object.keys(value)) if (hasHiddenCharacters(key) || isSuspicious(value[key])) return true;
  return false;
}

function revealSchema(schema: JsonSchema, pointer: string, removed: RemovedCharacters[]): JsonObject {
  const finding = dialectOf(schema);
  // A dialect that nobody knows is refused by the check that follows.
  const dialect: Dialect = 'dialect' in finding ? finding.dialect : '2020-12';
  const keywords = KEYWORDS[dialect];
  const schemaPlaces = new Set<JsonObject>();
  walkSchema(schema, dialect, (place) => void schemaPlaces.add(place));

  function reveal(value: JsonValue, place: string): JsonValue {
    if (typeof value === 'string' && hasHiddenCharacters(value)) throw new HiddenCharactersError(place);
    if (isList(value)) return Object.freeze(value.map((entry, index) => reveal(entry, `${place}/${index}`)));
    if (!isJsonObject(value)) return value;
    const isSchema = schemaPlaces.has(value);
    return mapEntries(value, place, (entry, key, entryPlace) =>
      isSchema && (textKeywords.has(key) || !keywords.has(key))
        ? revealText(entry, entryPlace, removed)
        : reveal(entry, entryPlace),
    );
  }

  return reveal(schema, pointer) as JsonObject;
}

/** Removes hidden characters from all texts of a value. Names in it are not changed: they could become equal. */
function revealText(value: JsonValue, place: string, removed: RemovedCharacters[]): JsonValue {
  if (typeof value === 'string') {
    const { text, count } = removeHiddenCharacters(value);
    if (count > 0) removed.push(Object.freeze({ pointer: place, count }));
    return text;
  }
  if (isList(value)) return Object.freeze(value.map((entry, index) => revealText(entry, `${place}/${index}`, removed)));
  if (!isJsonObject(value)) return value;
  return mapEntries(value, place, (entry, _key, entryPlace) => revealText(entry, entryPlace, removed));
}

function mapEntries(
  object: JsonObject,
  place: string,
  map: (entry: JsonValue, key: string, place: string) => JsonValue,
): JsonObject {
  const mapped: Record<string, JsonValue> = {};
  for (const [key, entry] of Object.entries(object)) {
    const entryPlace = `${place}/${escapePointer(key)}`;
    if (hasHiddenCharacters(key)) throw new HiddenCharactersError(entryPlace);
    mapped[key] = map(entry, key, entryPlace);
  }
  return Object.freeze(mapped);
}
