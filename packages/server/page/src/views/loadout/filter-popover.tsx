import { Popover, Stack } from '@mantine/core';
import { AtHandle, useOpenedOnceThere } from '../../parts/at-handle.js';
import { useTexts } from '../../texts/define-texts.js';
import { FilterFields, type FilterFieldsProps } from './filter-fields.js';
import { loadoutTexts } from './texts.js';

/** The fields behind the button for filters, where a line has no room for them. */
export function FilterPopover({
  handle,
  isOpen,
  onClose,
  ...fields
}: FilterFieldsProps & {
  readonly handle: HTMLElement;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  return (
    <Popover
      id={handle.id}
      opened={useOpenedOnceThere(isOpen)}
      onChange={onClose}
      position="bottom-start"
      withArrow
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <AtHandle handle={handle} />
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.filter}>
        <Stack gap="xs">
          <FilterFields {...fields} labels="shown" />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
