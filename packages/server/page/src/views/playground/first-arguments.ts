import { isRecord, type Schema } from '../../parts/schema-form/schema-parts.js';

/** What the form begins with: an example that the schema gives, of the whole or of its fields. */
export function findFirstArguments(schema: Schema): Readonly<Record<string, unknown>> {
  const [whole] = listExamples(schema);
  if (isRecord(whole)) return whole;
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const found = Object.entries(properties).flatMap(([name, property]) => {
    const examples = isRecord(property) ? listExamples(property) : [];
    return examples.length === 0 ? [] : [[name, examples[0]] as const];
  });
  return Object.fromEntries(found);
}

function listExamples({ examples }: Schema): readonly unknown[] {
  return Array.isArray(examples) ? examples : [];
}
