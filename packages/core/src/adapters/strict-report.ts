import type { JsonObject, JsonValue } from '../contract/json.js';
import { NOTES } from '../schema/keywords.js';
import type { RemarkCode, RemarkList } from './remarks.js';
import type { StrictProfile } from './strict-profile.js';

/** Ends an attempt; its remark has been added. */
export class NotStrict extends Error {}

/** Says why a schema is not strict, and what is lost of one that is. */
export class StrictReport {
  readonly #remarks: RemarkList;
  readonly #profile: StrictProfile;

  constructor(remarks: RemarkList, profile: StrictProfile) {
    this.#remarks = remarks;
    this.#profile = profile;
  }

  note(code: RemarkCode, pointer: string, message: string): void {
    this.#remarks.add(code, pointer, message);
  }

  /** Ends the attempt. */
  fail(code: RemarkCode, pointer: string, message: string): never {
    this.#remarks.add(code, pointer, message);
    throw new NotStrict(message);
  }

  refuseKeyword(keyword: string, pointer: string): never {
    return this.fail(
      'keyword-not-strict',
      `${pointer}/${keyword}`,
      `${this.#profile.name} takes no such "${keyword}" in a strict schema, and leaving it out would accept more.`,
    );
  }

  failUntyped(pointer: string): never {
    return this.fail('untyped', pointer, 'Values of every type are accepted here, which a strict schema cannot say.');
  }

  /** What a schema says for people and models, as far as it is taken. */
  writeNotes(schema: JsonObject, pointer: string): Record<string, JsonValue> {
    const notes: Record<string, JsonValue> = {};
    for (const keyword of Object.keys(schema)) {
      if (!NOTES.has(keyword) || keyword === 'format') continue;
      const isTaken =
        keyword === 'title' || keyword === 'description' || (keyword === 'default' && this.#profile.isDefaultTaken);
      if (isTaken) notes[keyword] = schema[keyword] ?? null;
      else this.sayDropped('annotation-dropped', `${pointer}/${keyword}`, `"${keyword}"`);
    }
    return notes;
  }

  sayDropped(code: RemarkCode, pointer: string, what: string): void {
    this.#remarks.add(code, pointer, `${what} is not taken in a strict schema; it judges no value, and is left out.`);
  }
}
