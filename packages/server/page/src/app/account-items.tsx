import { Menu } from '@mantine/core';
import { signOut, useMe } from '../api/session.js';
import { AtHandle, useOpenedOnceThere } from '../parts/at-handle.js';
import { Foreign } from '../parts/foreign.js';
import { useTexts } from '../texts/define-texts.js';
import { appTexts } from './texts.js';

/** The menu at the button of the account. */
export function AccountItems({
  handle,
  isOpen,
  onClose,
}: {
  readonly handle: HTMLElement;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(appTexts);
  const { name, role } = useMe();
  return (
    <Menu id={handle.id} opened={useOpenedOnceThere(isOpen)} onClose={onClose} position="bottom-end">
      <Menu.Target>
        <AtHandle handle={handle} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Foreign text={texts.signedInAs(name)} />
        </Menu.Label>
        {role !== null && <Menu.Label>{texts.role(role)}</Menu.Label>}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{texts.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
