import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Foreign, ForeignName } from '../../parts/foreign.js';
import { type RecordColumn, Records } from '../../parts/records.js';
import type { Schema } from '../../parts/schema-form/schema-parts.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import { type Field, listFields } from './list-fields.js';
import { type Texts, toolTexts } from './texts.js';

/** The fields of a schema as a table. */
export function FieldTable({
  schema,
  label,
  none,
}: {
  readonly schema: Schema;
  readonly label: string;
  /** What is said where it has none. */
  readonly none: string;
}): React.ReactElement {
  const texts = useTexts(toolTexts);
  const { fields, isWhole } = useMemo(() => listFields(schema), [schema]);
  if (fields.length === 0) return <Text c="dimmed">{none}</Text>;
  return (
    <Stack gap="xs">
      <Records
        label={label}
        rows={fields.map((field, index) => ({ field, index }))}
        getKey={({ index }) => index}
        columns={makeColumns(texts)}
      />
      {!isWhole && (
        <Text size="sm" c="dimmed">
          {texts.notAllFields}
        </Text>
      )}
    </Stack>
  );
}

function makeColumns(
  texts: Translated<Texts>,
): readonly RecordColumn<{ readonly field: Field; readonly index: number }>[] {
  return [
    {
      id: 'field',
      header: texts.field,
      cell: ({ field: { path, isRequired } }) => (
        <Stack gap={0}>
          <ForeignName name={path} c="inherit" />
          <Text size="xs" c="dimmed">
            {isRequired ? texts.required : texts.optional}
          </Text>
        </Stack>
      ),
    },
    {
      id: 'type',
      header: texts.type,
      cell: ({ field: { types } }) => (
        <Text size="sm" ff="monospace">
          <Foreign text={types.length === 0 ? texts.anyType : types.join(' | ')} />
        </Text>
      ),
    },
    { id: 'meaning', header: texts.meaning, cell: ({ field }) => <Meaning field={field} /> },
  ];
}

function Meaning({ field: { title, description, choices, bounds, defaultValue } }: { readonly field: Field }) {
  const texts = useTexts(toolTexts);
  const facts = [
    ...(choices.length > 0 ? [texts.choices(choices.join(', '))] : []),
    ...bounds.map(([keyword, value]) => `${keyword}: ${value}`),
    ...(defaultValue === undefined ? [] : [texts.defaultValue(defaultValue)]),
  ];
  return (
    <Stack gap={0}>
      {title !== undefined && (
        <Text size="sm" fw={600}>
          <Foreign text={title} />
        </Text>
      )}
      {description !== undefined && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          <Foreign text={description} />
        </Text>
      )}
      {facts.length > 0 && (
        <Text size="xs" c="dimmed">
          <Foreign text={facts.join(' · ')} />
        </Text>
      )}
      {title === undefined && description === undefined && facts.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.noMeaning}
        </Text>
      )}
    </Stack>
  );
}
