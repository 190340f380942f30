import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { lazyPopup } from '../../parts/lazy-part.js';
import { useTexts } from '../../texts/define-texts.js';
import type { FilterFieldsProps } from './filter-fields.js';
import { loadoutTexts } from './texts.js';

const FilterPopover = lazyPopup(() => import('./filter-popover.js'), 'FilterPopover');

/** Opens the fields for owner and reason, and says how many of them are chosen. */
export function FilterButton(fields: FilterFieldsProps): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // There since it was first opened.
  const [handle, setHandle] = useState<HTMLElement>();
  const { owner, reason } = fields.filter;
  const chosen = [owner, reason].filter((one) => one !== undefined).length;
  return (
    <>
      <Button
        id={id}
        variant="default"
        size="sm"
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={(event) => {
          setHandle(event.currentTarget);
          setOpen(!isOpen);
        }}
      >
        {chosen === 0 ? texts.filter : texts.filterOn(chosen)}
      </Button>
      {handle !== undefined && (
        <FilterPopover handle={handle} isOpen={isOpen} onClose={() => setOpen(false)} {...fields} />
      )}
    </>
  );
}
