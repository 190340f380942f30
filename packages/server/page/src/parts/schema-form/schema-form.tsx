/*
 * A form that is drawn of a schema, or the same value as JSON: two views of one value. The library that draws is loaded with
 * the first form. What is wrong the server says; the page itself compiles no schema.
 */
import { Alert, Stack, Text } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTexts } from '../../texts/define-texts.js';
import { Foreign } from '../foreign.js';
import { Boundary } from '../foreign-part.js';
import { JsonEditor } from '../json-editor.js';
import { lazyPart } from '../lazy-part.js';
import { ToneAlert } from '../tone-alert.js';
import { type DrawProblem, findDrawProblem } from './can-draw.js';
import { type FieldError, sortErrors } from './error-schema.js';
import type { Schema } from './schema-parts.js';
import { formTexts, type Texts } from './texts.js';

export interface SchemaFormProps {
  readonly schema: Schema;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** What the value is, as a label. */
  readonly label: string;
  /** Default: a form, where one can be drawn. */
  readonly as?: 'form' | 'json';
  /** What the server says of the value. A new list moves the focus to the first field that is wrong. */
  readonly errors?: readonly FieldError[];
  /** Whether the JSON that stands there can be read. */
  readonly onReadable?: (isReadable: boolean) => void;
  /** Enter, and buttons of the type `submit` among the children. */
  readonly onSubmit?: () => void;
  /** Below the fields. */
  readonly children?: ReactNode;
}

const noErrors: readonly FieldError[] = [];

const RjsfForm = lazyPart(() => import('./rjsf-form.js'), 'RjsfForm', { rows: 3, height: 60 });

export function SchemaForm(props: SchemaFormProps): React.ReactElement {
  const { schema, as = 'form', errors = noErrors } = props;
  const texts = useTexts(formTexts);
  const problem = useMemo(() => findDrawProblem(schema), [schema]);
  const sorted = useMemo(() => sortErrors(errors, schema), [errors, schema]);
  if (as === 'json' || problem !== undefined) {
    return <JsonForm {...props} notice={problem === undefined ? undefined : describeProblem(problem, texts)} />;
  }
  return (
    <Boundary
      key={JSON.stringify(schema)}
      value={schema}
      instead={<JsonForm {...props} notice={texts.noFormForFailure} />}
    >
      <Stack>
        <ErrorList errors={sorted.elsewhere} />
        <RjsfForm {...props} errorTree={sorted.atFields} />
      </Stack>
    </Boundary>
  );
}

function JsonForm({
  value,
  onChange,
  onReadable,
  label,
  errors = noErrors,
  onSubmit,
  children,
  notice,
}: SchemaFormProps & { readonly notice: string | undefined }): React.ReactElement {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      <Stack>
        {notice !== undefined && (
          <Alert icon={<IconCode aria-hidden />} color="gray">
            {notice}
          </Alert>
        )}
        <ErrorList errors={errors} />
        <JsonEditor label={label} value={value} onChange={onChange} onReadable={onReadable} />
        {children}
      </Stack>
    </form>
  );
}

function ErrorList({ errors }: { readonly errors: readonly FieldError[] }): React.ReactElement | null {
  const texts = useTexts(formTexts);
  if (errors.length === 0) return null;
  return (
    <ToneAlert tone="bad" role="alert">
      {errors.map(({ pointer, message }) => (
        <Text size="sm" key={`${pointer} ${message}`}>
          <Foreign text={pointer === '' ? message : texts.errorAt(pointer, message)} />
        </Text>
      ))}
    </ToneAlert>
  );
}

function describeProblem(problem: DrawProblem, texts: { readonly [Key in keyof Texts]: Texts[Key] }): string {
  switch (problem) {
    case 'reference':
      return texts.noFormForReference;
    case 'too-many':
      return texts.noFormForMany;
    case 'too-deep':
      return texts.noFormForDepth;
    default:
      return problem satisfies never;
  }
}
