import { ActionIcon, Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import {
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  canExpand,
  type DescriptionFieldProps,
  errorId,
  type FieldErrorProps,
  getSchemaType,
  type ObjectFieldTemplateProps,
  type TemplatesType,
} from '@rjsf/utils';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { createContext, Fragment, type ReactNode, use } from 'react';
import { useTexts } from '../../texts/define-texts.js';
import { formatNumber } from '../../texts/format.js';
import { formTexts } from './texts.js';

/** The name of the list that an entry is in. */
const ListTitle = createContext('');

/** The first level stands bare; a deeper one is a group with its name. */
function ObjectFieldTemplate(props: ObjectFieldTemplateProps): React.ReactElement {
  const { title, description, properties, fieldPathId, schema, uiSchema, formData, readonly, onAddProperty } = props;
  const texts = useTexts(formTexts);
  const isRoot = fieldPathId.path.length === 0;
  const fields = (
    <Stack gap="sm">
      {!isRoot && description && <Hint>{description}</Hint>}
      {properties
        .filter(({ hidden }) => !hidden)
        .map(({ name, content }) => (
          <Fragment key={name}>{content}</Fragment>
        ))}
      {canExpand(schema, uiSchema, formData) && !readonly && (
        <Group>
          <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAddProperty}>
            {texts.addField}
          </Button>
        </Group>
      )}
    </Stack>
  );
  if (isRoot || title === undefined || title === '') return fields;
  return (
    <Fieldset legend={title} id={fieldPathId.$id}>
      {fields}
    </Fieldset>
  );
}

function ArrayFieldTemplate({
  title,
  schema,
  items,
  canAdd,
  onAddClick,
  readonly,
  required,
  fieldPathId,
}: ArrayFieldTemplateProps): React.ReactElement {
  const texts = useTexts(formTexts);
  return (
    <Fieldset legend={required ? `${title} *` : title} id={fieldPathId.$id}>
      <Stack gap="xs">
        {schema.description && <Hint>{schema.description}</Hint>}
        <ListTitle value={title}>{items}</ListTitle>
        {canAdd && !readonly && (
          <Group>
            <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAddClick}>
              {texts.addItem(title)}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

function ArrayFieldItemTemplate({
  children,
  index,
  hasToolbar,
  buttonsProps: buttons,
}: ArrayFieldItemTemplateProps): React.ReactElement {
  const texts = useTexts(formTexts);
  const number = formatNumber(index + 1);
  const title = use(ListTitle);
  const { hasMoveUp, hasMoveDown, hasRemove, onMoveUpItem, onMoveDownItem, onRemoveItem, readonly } = buttons;
  return (
    <Group align="flex-end" wrap="nowrap" gap="xs">
      <div style={{ flex: 1, minWidth: 0 }}>{children}</div>
      {hasToolbar && !readonly && (
        <Group gap={4} wrap="nowrap" pb={4}>
          {hasMoveUp && (
            <ActionIcon variant="subtle" color="gray" aria-label={texts.moveUp(title, number)} onClick={onMoveUpItem}>
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
          )}
          {hasMoveDown && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={texts.moveDown(title, number)}
              onClick={onMoveDownItem}
            >
              <IconArrowDown size={16} aria-hidden />
            </ActionIcon>
          )}
          {hasRemove && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={texts.removeItem(title, number)}
              onClick={onRemoveItem}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      )}
    </Group>
  );
}

function DescriptionFieldTemplate({ id, description }: DescriptionFieldProps): React.ReactElement | null {
  return description ? <Hint id={id}>{description}</Hint> : null;
}

/** Inputs of the kit say their errors themselves; groups and lists do not. */
function FieldErrorTemplate({ errors, fieldPathId, schema }: FieldErrorProps): React.ReactElement | null {
  if (errors === undefined || errors.length === 0) return null;
  const type = getSchemaType(schema);
  const isGroup = (type === 'object' || type === 'array') && schema.$id === undefined;
  return (
    <Text id={errorId(fieldPathId)} size="sm" c="var(--mantine-color-error)" display={isGroup ? undefined : 'none'}>
      {errors.map((error, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two errors may be the same
        <Fragment key={index}>{error} </Fragment>
      ))}
    </Text>
  );
}

function Hint({ id, children }: { readonly id?: string; readonly children: ReactNode }): React.ReactElement {
  return (
    <Text {...(id === undefined ? {} : { id })} size="xs" c="dimmed">
      {children}
    </Text>
  );
}

/** Templates of ours, in place of those whose headings and buttons have no names of their own. */
export const formTemplates: Partial<TemplatesType> = {
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
  DescriptionFieldTemplate,
  FieldErrorTemplate,
};
