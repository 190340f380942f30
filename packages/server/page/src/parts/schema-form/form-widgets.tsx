import { generateWidgets } from '@rjsf/mantine';
import type { RegistryWidgetsType, WidgetProps } from '@rjsf/utils';
import { useTexts } from '../../texts/define-texts.js';
import { formTexts } from './texts.js';

const { SelectWidget: KitSelect, TextareaWidget: KitTextarea } = generateWidgets();

/** A choice has a name also where its label stands elsewhere: as that of a branch. */
function SelectWidget(props: WidgetProps): React.ReactElement | null {
  const texts = useTexts(formTexts);
  if (KitSelect === undefined) return null;
  const { options, hideLabel, label, id } = props;
  const isBranch = /__(?:one|any)of_select$/.test(id);
  const name = isBranch ? texts.kindOf(label) : label;
  return (
    <KitSelect
      {...props}
      {...(isBranch ? { label: name, hideLabel: false } : {})}
      options={{
        ...options,
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

/** Widgets of the kit with what they lack. */
export const formWidgets: RegistryWidgetsType = { SelectWidget, TextareaWidget };
