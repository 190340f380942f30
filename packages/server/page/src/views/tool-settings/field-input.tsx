import { Group, MultiSelect, NumberInput, Radio, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { JsonEditor } from '../../parts/json-editor.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { boundOf, choicesOf, type FieldKind, itemsOf } from './field-kind.js';
import { sayValue } from './layer-words.js';
import type { Setting } from './settings-types.js';
import { settingsTexts } from './texts.js';
import { fieldId } from './use-settings-form.js';

export interface FieldInputProps {
  readonly setting: Setting;
  readonly kind: Exclude<FieldKind, 'secret'>;
  readonly value: unknown;
  readonly error: string | undefined;
  /** Undefined: nothing was entered, or what was entered is gone. */
  readonly onChange: (value: unknown) => void;
  readonly onReadable: (isReadable: boolean) => void;
}

/** What a field is entered with. */
export function FieldInput({ setting, kind, value, error, onChange, onReadable }: FieldInputProps): ReactNode {
  const texts = useTexts(settingsTexts);
  const language = useLanguage();
  const { schema, field } = setting;
  const title = toPlain(setting.title);
  const description = setting.description === null ? undefined : <Foreign text={setting.description} />;
  const shownError = error === undefined ? undefined : toPlain(error);
  const common = {
    id: fieldId(field),
    label: title,
    description,
    error: shownError,
    required: setting.isRequired,
    placeholder: texts.notSet,
  };
  const text = typeof value === 'string' ? value : '';
  switch (kind) {
    case 'text':
      return (
        <TextInput
          {...common}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
      );
    case 'long-text':
      return (
        <Textarea
          {...common}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          autosize
          minRows={3}
          maxRows={16}
        />
      );
    case 'date':
      return (
        <TextInput
          {...common}
          type="date"
          maw={220}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          maw={220}
          value={typeof value === 'number' || typeof value === 'string' ? value : ''}
          onChange={(next) => onChange(next === '' ? undefined : next)}
          {...(Number.isNaN(boundOf(schema, 'minimum')) ? {} : { min: boundOf(schema, 'minimum') })}
          {...(Number.isNaN(boundOf(schema, 'maximum')) ? {} : { max: boundOf(schema, 'maximum') })}
          // What does not fit is said, not changed.
          clampBehavior="none"
          decimalSeparator={language === 'de' ? ',' : '.'}
          allowedDecimalSeparators={['.', ',']}
        />
      );
    case 'boolean':
      return <BooleanInput common={common} value={value} onChange={onChange} />;
    case 'choice': {
      const choices = toOptions(choicesOf(schema), (choice) => sayValue(choice, texts));
      return (
        <Select
          {...common}
          maw={360}
          data={choices}
          value={choices.some((one) => one.value === JSON.stringify(value)) ? JSON.stringify(value) : null}
          onChange={(next) => next !== null && onChange(JSON.parse(next))}
          allowDeselect={false}
          searchable={choices.length > 8}
          // The focus comes to a field that is wrong by itself; a list would hide what is said of it.
          openOnFocus={false}
        />
      );
    }
    case 'choices': {
      const choices = toOptions(choicesOf(itemsOf(schema)), (choice) => sayValue(choice, texts));
      const chosen = Array.isArray(value) ? value.map((one) => JSON.stringify(one)) : [];
      return (
        <MultiSelect
          {...common}
          placeholder={chosen.length === 0 ? texts.notSet : ''}
          data={choices}
          value={chosen}
          onChange={(next) => onChange(next.map((one) => JSON.parse(one)))}
          openOnFocus={false}
          searchable
        />
      );
    }
    case 'list': {
      const entries = Array.isArray(value) ? value.map(String) : [];
      return (
        <TagsInput
          {...common}
          placeholder={entries.length === 0 ? texts.notSet : ''}
          description={
            <>
              {description} {texts.listHint}
            </>
          }
          value={entries}
          onChange={onChange}
          // An entry may have a comma in it.
          splitChars={[]}
          allowDuplicates
        />
      );
    }
    case 'json':
      return (
        <JsonEditor
          id={common.id}
          label={`${title} (JSON)`}
          description={description}
          value={value}
          onChange={onChange}
          onReadable={onReadable}
          error={shownError}
          isRequired={setting.isRequired}
          rows={3}
        />
      );
  }
}

function BooleanInput({
  common: { id, placeholder: _, ...common },
  value,
  onChange,
}: {
  readonly common: {
    readonly id: string;
    readonly placeholder: string;
    readonly label: string;
    readonly description: ReactNode;
    readonly error: string | undefined;
    readonly required: boolean;
  };
  readonly value: unknown;
  readonly onChange: (value: boolean) => void;
}): React.ReactElement {
  const texts = useTexts(settingsTexts);
  const focused = value === false ? 'false' : 'true';
  return (
    <Radio.Group
      {...common}
      value={typeof value === 'boolean' ? String(value) : null}
      onChange={(next) => onChange(next === 'true')}
    >
      <Group mt={4}>
        {(['true', 'false'] as const).map((one) => (
          <Radio
            key={one}
            value={one}
            label={one === 'true' ? texts.yes : texts.no}
            {...(one === focused ? { id } : {})}
          />
        ))}
      </Group>
    </Radio.Group>
  );
}

function toOptions(
  choices: readonly unknown[],
  say: (choice: unknown) => string,
): { readonly value: string; readonly label: string }[] {
  return choices.map((choice) => ({ value: JSON.stringify(choice), label: toPlain(say(choice)) }));
}
