import type { FieldProps, RegistryFieldsType } from '@rjsf/utils';
import { useTexts } from '../../texts/define-texts.js';
import { JsonEditor } from '../json-editor.js';
import { branchFields } from './branch-field.js';
import { jsonFieldId } from './prepare-schema.js';
import { formTexts } from './texts.js';

/** What no field can show stays in the value, and can be changed as JSON. */
function JsonField({
  schema,
  name,
  formData,
  onChange,
  fieldPathId,
  rawErrors,
  required,
  readonly,
  registry,
}: FieldProps): React.ReactElement {
  const texts = useTexts(formTexts);
  const { onReadable } = registry.formContext as { readonly onReadable?: (isReadable: boolean) => void };
  return (
    <JsonEditor
      id={fieldPathId.$id}
      label={texts.asJson(schema.title ?? name)}
      description={schema.description}
      value={formData}
      onChange={(value) => onChange(value, fieldPathId.path)}
      onReadable={onReadable}
      error={rawErrors?.join('\n')}
      isRequired={required ?? false}
      isReadOnly={readonly ?? false}
      rows={3}
    />
  );
}

/** Fields of ours. */
export const formFields: RegistryFieldsType = {
  ...branchFields,
  [jsonFieldId]: JsonField,
  FallbackField: JsonField,
};
