import '@mantine/spotlight/styles.css';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTexts } from '../../texts/define-texts.js';
import { paletteTexts } from './texts.js';
import { usePaletteActions } from './use-palette-actions.js';

/** How many are shown: more have to be searched. */
const most = 40;

/** Goes everywhere and does much from the keyboard. */
export function Palette({ requests }: { readonly requests: number }): React.ReactElement {
  const texts = useTexts(paletteTexts);
  const groups = usePaletteActions();
  useEffect(() => {
    if (requests > 0) spotlight.open();
  }, [requests]);
  return (
    <Spotlight
      actions={groups.map(({ group, actions }) => ({ group, actions: [...actions] }))}
      nothingFound={texts.nothing}
      limit={most}
      scrollable
      maxHeight={420}
      shortcut={null}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: texts.placeholder,
        'aria-label': texts.placeholder,
      }}
    />
  );
}
