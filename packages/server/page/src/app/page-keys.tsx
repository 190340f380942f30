import { useDisclosure } from '@mantine/hooks';
import { lazyPopup } from '../parts/lazy-part.js';
import { usePageKeys } from './keys/use-page-keys.js';
import { PaletteHost } from './palette/palette-host.js';

const KeyList = lazyPopup(() => import('./keys/key-list.js'), 'KeyList');

/** Keys, the list of them, and the palette; for whoever is signed in. */
export function PageKeys(): React.ReactElement {
  const [isListed, { open, close }] = useDisclosure();
  usePageKeys(open);
  return (
    <>
      <PaletteHost />
      {isListed && <KeyList isOpen onClose={close} />}
    </>
  );
}
