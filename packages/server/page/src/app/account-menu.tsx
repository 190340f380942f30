import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPopup } from '../parts/lazy-part.js';
import { useTexts } from '../texts/define-texts.js';
import { appTexts } from './texts.js';

const AccountItems = lazyPopup(() => import('./account-items.js'), 'AccountItems');

/** Who is signed in, and the way out. */
export function AccountMenu(): React.ReactElement {
  const texts = useTexts(appTexts);
  const [isOpen, { toggle, close }] = useDisclosure();
  // There since the menu was first opened.
  const [handle, setHandle] = useState<HTMLElement>();
  return (
    <>
      <ActionIcon
        id="account"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.account}
        title={texts.account}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={(event) => {
          setHandle(event.currentTarget);
          toggle();
        }}
      >
        <IconUser size={18} aria-hidden />
      </ActionIcon>
      {handle !== undefined && <AccountItems handle={handle} isOpen={isOpen} onClose={close} />}
    </>
  );
}
