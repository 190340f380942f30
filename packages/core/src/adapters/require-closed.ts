import { isJsonObject, type JsonObject } from '../contract/json.js';
import { isList } from '../schema/walk-schema.js';
import { isKnownOrNote, isWithoutEffect, KEYWORD_TYPES } from './keyword-types.js';
import type { StrictReport } from './strict-report.js';

const objectKeywords: ReadonlySet<string> = new Set([
  'properties',
  'required',
  'additionalProperties',
  'unevaluatedProperties',
]);

/** Ends an attempt where an object takes more properties than it declares, or has rules that strict modes do not take. */
export function requireClosed(schema: JsonObject, pointer: string, place: 'root' | 'part', report: StrictReport): void {
  const isRoot = place === 'root';
  const { properties, unevaluatedProperties } = schema;
  // Where nothing else speaks of properties, both mean the same.
  const additionalProperties = schema.additionalProperties ?? unevaluatedProperties;
  const own = isJsonObject(properties) ? properties : {};
  const required = isList(schema.required) ? schema.required : [];
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  if (isOpen || (additionalProperties === undefined && Object.keys(own).length === 0 && !isRoot)) {
    const why = isOpen ? 'Further properties are allowed here' : 'No properties are declared here, so all are allowed';
    report.fail('free-form-object', pointer, `${why}, which a strict schema cannot say.`);
  }
  for (const keyword of Object.keys(schema)) {
    if (objectKeywords.has(keyword)) continue;
    const isOfObjects = KEYWORD_TYPES[keyword] === 'object' || (isRoot && !isKnownOrNote(keyword));
    if (isOfObjects && !isWithoutEffect(keyword, schema[keyword] ?? null)) report.refuseKeyword(keyword, pointer);
  }
  if (additionalProperties === undefined) {
    report.note(
      'counted-as-closed',
      pointer,
      'It declares its properties and says nothing of others: it counts as closed.',
    );
  }
  for (const name of required) {
    if (typeof name === 'string' && !Object.hasOwn(own, name)) {
      report.fail(
        'required-undeclared',
        `${pointer}/required`,
        `"${name}" is required and not declared in "properties".`,
      );
    }
  }
}
