import { ActionIcon, Box, Button, Group } from '@mantine/core';
import { IconDots, type IconProps } from '@tabler/icons-react';
import { type ComponentType, useId, useState } from 'react';
import { useTexts } from '../texts/define-texts.js';
import { lazyPopup } from './lazy-part.js';
import { partTexts } from './texts.js';

const HeaderMenu = lazyPopup(() => import('./header-menu.js'), 'HeaderMenu');

/** Something that can be done with all of a view. */
export interface HeaderAction {
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  readonly onClick: () => void;
}

/** What can be done with all of a view: buttons, and where there is no room for them a menu. */
export function HeaderActions({ actions }: { readonly actions: readonly HeaderAction[] }): React.ReactElement {
  const { more } = useTexts(partTexts);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // There since the menu was first opened.
  const [handle, setHandle] = useState<HTMLElement>();
  return (
    <>
      <Group gap="xs" visibleFrom="sm">
        {actions.map(({ label, icon: Icon, onClick }) => (
          <Button
            key={label}
            variant="default"
            size="sm"
            leftSection={<Icon size={16} aria-hidden />}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Box hiddenFrom="sm">
        <ActionIcon
          id={id}
          variant="default"
          size="lg"
          aria-label={more}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          onClick={(event) => {
            setHandle(event.currentTarget);
            setOpen(!isOpen);
          }}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
        {handle !== undefined && (
          <HeaderMenu handle={handle} isOpen={isOpen} onClose={() => setOpen(false)} actions={actions} />
        )}
      </Box>
    </>
  );
}
