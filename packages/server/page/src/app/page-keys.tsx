import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { usePageKeys } from './keys/use-page-keys.js';
import { PaletteHost } from './palette/palette-host.js';

const KeyList = lazy(() => import('./keys/key-list.js').then((module) => ({ default: module.KeyList })));

/** Keys, the list of them, and the palette; for whoever is signed in. */
export function PageKeys(): React.ReactElement {
  const [isListed, { open, close }] = useDisclosure();
  usePageKeys(open);
  return (
    <>
      <PaletteHost />
      {isListed && (
        <Suspense fallback={null}>
          <KeyList isOpen onClose={close} />
        </Suspense>
      )}
    </>
  );
}
