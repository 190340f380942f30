import type { JsonObject, JsonValue } from '@loadout/core';

/**
 * A JSON object for people to read: one line for each member, texts of several lines as they are, indented. For looking
 * at only; nothing reads it back.
 */
export function outlineJson(value: JsonObject): string {
  return outlineMembers(Object.entries(value) as readonly (readonly [string, JsonValue])[], '').join('\n');
}

/** Whether a text of several lines is anywhere in it: as JSON it would be one long line. */
export function hasLongText(value: JsonValue): boolean {
  if (typeof value === 'string') return value.includes('\n');
  if (typeof value !== 'object' || value === null) return false;
  return (Object.values(value) as readonly JsonValue[]).some(hasLongText);
}

function outlineMembers(members: readonly (readonly [string, JsonValue])[], indent: string): readonly string[] {
  return members.flatMap(([name, value]) => outlineMember(`${indent}${name}:`, value, `${indent}  `));
}

function outlineMember(head: string, value: JsonValue, indent: string): readonly string[] {
  if (typeof value === 'string') {
    return value.includes('\n')
      ? [head, ...value.split('\n').map((line) => `${indent}${line}`.trimEnd())]
      : [`${head} ${value}`];
  }
  if (typeof value !== 'object' || value === null) return [`${head} ${value === null ? 'none' : value}`];
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    if (items.length === 0) return [`${head} none`];
    return [head, ...items.flatMap((item, index) => outlineMember(`${indent}${index + 1}.`, item, `${indent}   `))];
  }
  const members = Object.entries(value) as readonly (readonly [string, JsonValue])[];
  return members.length === 0 ? [`${head} none`] : [head, ...outlineMembers(members, indent)];
}
