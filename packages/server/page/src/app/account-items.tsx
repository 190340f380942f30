import { Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { signOut, useMe } from '../api/session.js';
import { AtHandle, useOpenedOnceThere } from '../parts/at-handle.js';
import { Foreign } from '../parts/foreign.js';
import { useTexts } from '../texts/define-texts.js';
import { useLanguage } from '../texts/language.js';
import { chooseLanguage } from './choose-language.js';
import { appTexts } from './texts.js';

/** Each in its own words. */
const languageNames = { en: 'English', de: 'Deutsch' } as const;

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
  // The header has no room for the language then. What is there and hidden would be where the focus goes.
  const isNarrow = useMediaQuery('(max-width: 35.99em)', false, { getInitialValueInEffect: false });
  const other = useLanguage() === 'en' ? 'de' : 'en';
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
        {isNarrow && (
          <Menu.Item lang={other} onClick={() => chooseLanguage(other)}>
            {languageNames[other]}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => void signOut()}>{texts.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
