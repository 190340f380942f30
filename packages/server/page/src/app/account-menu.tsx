import { ActionIcon, Menu } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { signOut, useMe } from '../api/session.js';
import { Foreign } from '../parts/foreign.js';
import { useTexts } from '../texts/define-texts.js';
import { appTexts } from './texts.js';

/** Who is signed in, and the way out. */
export function AccountMenu(): React.ReactElement {
  const texts = useTexts(appTexts);
  const { name, role } = useMe();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.account} title={texts.account}>
          <IconUser size={18} aria-hidden />
        </ActionIcon>
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
