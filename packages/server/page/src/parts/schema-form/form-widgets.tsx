import { generateWidgets } from '@rjsf/mantine';
import type { RegistryWidgetsType, WidgetProps } from '@rjsf/utils';
import { use } from 'react';
import { useTexts } from '../../texts/define-texts.js';
import { ChosenBranch } from './branch-field.js';
import { formTexts } from './texts.js';

const { DateWidget: KitDate, SelectWidget: KitSelect, TextareaWidget: KitTextarea } = generateWidgets();

/** A choice has a name also where its label stands elsewhere: as that of a branch. */
function SelectWidget(props: WidgetProps): React.ReactElement | null {
  const texts = useTexts(formTexts);
  const chosen = use(ChosenBranch);
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
export const formWidgets: RegistryWidgetsType = { DateWidget, SelectWidget, TextareaWidget };
