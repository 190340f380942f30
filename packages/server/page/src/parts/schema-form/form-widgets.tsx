import { Checkbox, Stack } from '@mantine/core';
import { generateWidgets } from '@rjsf/mantine';
import type { RegistryWidgetsType, WidgetProps } from '@rjsf/utils';
import { use } from 'react';
import { useTexts } from '../../texts/define-texts.js';
import { ChosenBranch } from './branch-field.js';
import { formTexts } from './texts.js';

const { DateWidget: KitDate, SelectWidget: KitSelect, TextareaWidget: KitTextarea } = generateWidgets();

/** So many values of a list stand there to be ticked. */
const mostBoxes = 12;

/** Several of a few values. */
function CheckList({
  id,
  label,
  hideLabel,
  required,
  disabled,
  readonly,
  value,
  options,
  schema,
  rawErrors,
  onChange,
}: WidgetProps) {
  const { enumOptions = [] } = options;
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const isChosen = (one: unknown): boolean => chosen.some((entry) => JSON.stringify(entry) === JSON.stringify(one));
  return (
    <Checkbox.Group
      id={id}
      label={label}
      labelProps={hideLabel ? { hidden: true } : {}}
      description={options.description ?? schema.description}
      required={required ?? false}
      readOnly={Boolean(disabled || readonly)}
      error={rawErrors !== undefined && rawErrors.length > 0 ? rawErrors.join('\n') : undefined}
      value={enumOptions.flatMap((option, index) => (isChosen(option.value) ? [String(index)] : []))}
      onChange={(next) =>
        onChange(
          enumOptions.filter((_, index) => next.includes(String(index))).map((option) => option.value as unknown),
        )
      }
    >
      <Stack gap="xs" mt="xs">
        {enumOptions.map((option, index) => (
          <Checkbox key={option.label} value={String(index)} label={option.label} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** What is said of it stands below its name, where it does not seem to belong to the field above. */
function CheckboxWidget({
  id,
  label,
  hideLabel,
  required,
  disabled,
  readonly,
  value,
  options,
  schema,
  rawErrors,
  onChange,
}: WidgetProps) {
  const hasErrors = rawErrors !== undefined && rawErrors.length > 0;
  return (
    <Checkbox
      id={id}
      {...(hideLabel ? { 'aria-label': label } : { label })}
      description={options.description ?? schema.description}
      required={required ?? false}
      disabled={Boolean(disabled || readonly)}
      checked={value === true || value === 'true'}
      error={hasErrors ? rawErrors.join('\n') : undefined}
      aria-invalid={hasErrors || undefined}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
  );
}

/** A choice has a name also where its label stands elsewhere: as that of a branch. */
function SelectWidget(props: WidgetProps): React.ReactElement | null {
  const texts = useTexts(formTexts);
  const chosen = use(ChosenBranch);
  if (props.multiple && (props.options.enumOptions?.length ?? 0) <= mostBoxes) return <CheckList {...props} />;
  if (KitSelect === undefined) return null;
  const { options, hideLabel, label, id, onChange } = props;
  const isBranch = /__(?:one|any)of_select$/.test(id);
  const name = isBranch ? texts.kindOf(label) : label;
  return (
    <KitSelect
      {...props}
      // What is wrong is said at the fields of the branch.
      {...(isBranch ? { label: name, hideLabel: false, rawErrors: [] } : {})}
      onChange={(value, ...rest) => {
        if (isBranch) chosen.current = Number(value);
        onChange(value, ...rest);
      }}
      options={{
        ...options,
        // The focus comes to a field that is wrong by itself; a list would hide what is said of it.
        openOnFocus: false,
        ...(hideLabel && !isBranch ? { 'aria-label': name } : {}),
        ...(isBranch ? { allowDeselect: false } : {}),
      }}
    />
  );
}

/** Its description is drawn by the kit's other inputs themselves. */
function TextareaWidget(props: WidgetProps): React.ReactElement | null {
  if (KitTextarea === undefined) return null;
  const { options, schema } = props;
  const description = options.description ?? schema.description;
  const more = { ...options, description, autosize: true, minRows: 3, maxRows: 12 } as WidgetProps['options'];
  return <KitTextarea {...props} options={more} />;
}

/** Its arrows have names, and no day is told by its colour alone. */
function DateWidget(props: WidgetProps): React.ReactElement | null {
  const texts = useTexts(formTexts);
  if (KitDate === undefined) return null;
  const { previous, next } = texts;
  const more = {
    ...props.options,
    description: props.options.description ?? props.schema.description,
    ariaLabels: {
      previousMonth: previous,
      nextMonth: next,
      previousYear: previous,
      nextYear: next,
      previousDecade: previous,
      nextDecade: next,
    },
    hideOutsideDates: true,
    weekendDays: [],
  } as WidgetProps['options'];
  return <KitDate {...props} options={more} />;
}

/** Widgets of the kit with what they lack. */
export const formWidgets: RegistryWidgetsType = { CheckboxWidget, DateWidget, SelectWidget, TextareaWidget };
