import { ActionIcon, Button, Kbd } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTexts } from '../texts/define-texts.js';
import { useControlKey } from './keys/control-key.js';
import { openPalette } from './palette/palette-state.js';
import { appTexts } from './texts.js';

/** Opens the palette without a keyboard. */
export function SearchButton(): React.ReactElement {
  const texts = useTexts(appTexts);
  return (
    <>
      <Button
        visibleFrom="md"
        variant="default"
        size="xs"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Kbd size="xs">{`${useControlKey()} K`}</Kbd>}
        onClick={openPalette}
      >
        {texts.search}
      </Button>
      <ActionIcon
        hiddenFrom="md"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.search}
        title={texts.search}
        onClick={openPalette}
      >
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
    </>
  );
}
