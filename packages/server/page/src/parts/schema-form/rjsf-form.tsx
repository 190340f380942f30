import '@mantine/dates/styles.css';
import { DatesProvider } from '@mantine/dates';
import { withTheme } from '@rjsf/core';
import { generateTheme } from '@rjsf/mantine';
import type { RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import { Fragment, useEffect, useId, useMemo, useRef } from 'react';
import 'dayjs/locale/de';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { structuralValidator } from '../structural-validator.js';
import type { ErrorTree } from './error-schema.js';
import { formFields } from './form-fields.js';
import { formTemplates } from './form-templates.js';
import { formWidgets } from './form-widgets.js';
import { createTranslator, toBranchWords } from './form-words.js';
import { prepareSchema } from './prepare-schema.js';
import type { SchemaFormProps } from './schema-form.js';
import { formTexts } from './texts.js';

const kit = generateTheme();
const ThemedForm = withTheme({
  ...kit,
  fields: { ...kit.fields, ...formFields },
  templates: { ...kit.templates, ...formTemplates },
  widgets: { ...kit.widgets, ...formWidgets },
});

const uiSchema: UiSchema = { 'ui:submitButtonOptions': { norender: true } };

/** Nobody gets a value that nobody entered, but for what can have one value alone; defaults were taken out. */
const defaults = {
  emptyObjectFields: 'populateRequiredDefaults',
  arrayMinItems: { populate: 'never' },
  constAsDefaults: 'always',
} as const;

/** The form itself. A chunk of its own. */
export function RjsfForm({
  schema,
  value,
  onChange,
  onReadable,
  onSubmit,
  errorTree,
  children,
}: SchemaFormProps & { readonly errorTree: ErrorTree }): React.ReactElement {
  const texts = useTexts(formTexts);
  const language = useLanguage();
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const prepared = useMemo(() => prepareSchema(schema, toBranchWords(texts)) as RJSFSchema, [schema, texts]);
  const translate = useMemo(() => createTranslator(texts), [texts]);
  useEffect(() => {
    if (Object.keys(errorTree).length === 0) return;
    place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errorTree]);
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1 }}>
      <div ref={place}>
        <ThemedForm
          schema={prepared}
          uiSchema={uiSchema}
          validator={structuralValidator as unknown as ValidatorType} // it has all three of its methods
          formData={value}
          onChange={({ formData }) => onChange(formData)}
          onSubmit={() => onSubmit?.()}
          extraErrors={errorTree as object}
          formContext={{ onReadable }}
          idPrefix={`form${id.replaceAll(/[^\w]/g, '')}`}
          translateString={translate}
          experimental_defaultFormStateBehavior={defaults}
          showErrorList={false}
          noHtml5Validate
        >
          {children ?? <Fragment />}
        </ThemedForm>
      </div>
    </DatesProvider>
  );
}
