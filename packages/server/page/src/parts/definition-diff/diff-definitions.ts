/*
 * What differs between the definition that was accepted and the present one, so that an operator can decide: first what is
 * looser now, then what the model reads, then the schema field by field, then the rest.
 */

/** A definition as far as it is known; both are foreign. */
export type DefinitionParts = Readonly<Record<string, unknown>>;

/** How a part differs. `looser`: the tool may do more than before. */
export type DiffKind = 'looser' | 'stricter' | 'added' | 'removed' | 'changed';

/** One part that differs. */
export interface DiffLine {
  readonly kind: DiffKind;
  readonly part: 'policy' | 'description' | 'schema' | 'settings' | 'other';
  /** The name of the field; of a field in a schema its path. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const others = [
  'label',
  'summary',
  'icon',
  'visibleIn',
  'minimumConfidence',
  'systemPromptInstructions',
  'sensitiveArguments',
  'outputSchema',
  'aliases',
];

const approvals = ['never', 'ask', 'deny'];

/** Everything that differs, in the order in which it is read. */
export function diffDefinitions(before: DefinitionParts, after: DefinitionParts): readonly DiffLine[] {
  const policy = diffPolicy(recordOf(before.policy), recordOf(after.policy));
  return [
    ...policy.filter(({ kind }) => kind === 'looser'),
    ...policy.filter(({ kind }) => kind !== 'looser'),
    ...diffFields('description', ['description'], before, after),
    ...diffSchema('schema', before.schema, after.schema),
    ...diffSchema('settings', before.settingsSchema, after.settingsSchema),
    ...diffFields('other', others, before, after),
  ];
}

function diffPolicy(before: DefinitionParts, after: DefinitionParts): DiffLine[] {
  return diffFields('policy', [...new Set([...Object.keys(before), ...Object.keys(after)])], before, after).map(
    (line) => ({
      ...line,
      kind: isLooser(line) ? 'looser' : line.field === 'kind' ? 'changed' : 'stricter',
    }),
  );
}

/** Every change of a policy that lets more happen than before. */
function isLooser({ field, before, after }: DiffLine): boolean {
  switch (field) {
    case 'readOnly':
    case 'idempotent':
      return before === true;
    case 'destructive':
    case 'openWorld':
      return after === true;
    case 'approval':
      return approvals.indexOf(String(after)) < approvals.indexOf(String(before));
    case 'kind':
      return false;
    default:
      // A limit that is gone is none.
      return after === undefined || (typeof before === 'number' && typeof after === 'number' && after > before);
  }
}

function diffSchema(part: 'schema' | 'settings', before: unknown, after: unknown): DiffLine[] {
  const old = recordOf(before);
  const now = recordOf(after);
  const { properties: oldFields, required: oldRequired, ...oldRest } = old;
  const { properties: nowFields, required: nowRequired, ...nowRest } = now;
  const fields = [...new Set([...Object.keys(recordOf(oldFields)), ...Object.keys(recordOf(nowFields))])];
  return [
    ...diffFields(part, fields, recordOf(oldFields), recordOf(nowFields)),
    ...diffFields(part, ['required'], { required: oldRequired }, { required: nowRequired }),
    ...diffFields(part, [...new Set([...Object.keys(oldRest), ...Object.keys(nowRest)])], oldRest, nowRest),
  ];
}

function diffFields(
  part: DiffLine['part'],
  fields: readonly string[],
  before: DefinitionParts,
  after: DefinitionParts,
): DiffLine[] {
  return fields.flatMap((field) => {
    const old = own(before, field);
    const now = own(after, field);
    if (stable(old, part) === stable(now, part)) return [];
    const kind = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
    return [{ kind, part, field, before: old, after: now }];
  });
}

function own(parts: DefinitionParts, field: string): unknown {
  return Object.hasOwn(parts, field) ? parts[field] : undefined;
}

/** Empty texts, lists and objects say as much as nothing; but a field that takes anything is one. */
function stable(value: unknown, part: DiffLine['part']): string {
  if (value === undefined || value === null || value === '') return '';
  const text = JSON.stringify(sort(value));
  return part === 'other' && (text === '{}' || text === '[]') ? '' : text;
}

function sort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sort);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sort(part)]),
  );
}

function recordOf(value: unknown): DefinitionParts {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as DefinitionParts) : {}; // any object is one
}

/** A definition on record has its label and summary in all languages; the present one is read in that of the page. */
export function inOneLanguage(definition: DefinitionParts, language: string): DefinitionParts {
  return { ...definition, label: choose(definition.label, language), summary: choose(definition.summary, language) };
}

function choose(text: unknown, language: string): unknown {
  if (typeof text !== 'object' || text === null) return text;
  const texts = recordOf(text);
  return texts[language] ?? texts.en ?? Object.values(texts)[0];
}
