import { Menu } from '@mantine/core';
import { AtHandle, useOpenedOnceThere } from './at-handle.js';
import type { HeaderAction } from './header-actions.js';

/** The menu at the button for more. */
export function HeaderMenu({
  handle,
  isOpen,
  onClose,
  actions,
}: {
  readonly handle: HTMLElement;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly actions: readonly HeaderAction[];
}): React.ReactElement {
  return (
    <Menu id={handle.id} opened={useOpenedOnceThere(isOpen)} onClose={onClose} position="bottom-end">
      <Menu.Target>
        <AtHandle handle={handle} />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: Icon, onClick }) => (
          <Menu.Item key={label} leftSection={<Icon size={16} aria-hidden />} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
