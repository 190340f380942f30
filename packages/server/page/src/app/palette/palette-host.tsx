import { lazy, Suspense } from 'react';
import { useObservable } from '../../api/observable.js';
import { paletteRequests } from './palette-state.js';

const Palette = lazy(() => import('./palette.js').then((module) => ({ default: module.Palette })));

/** Where the palette is, once somebody has asked for it. */
export function PaletteHost(): React.ReactElement | null {
  const requests = useObservable(paletteRequests);
  if (requests === 0) return null;
  return (
    <Suspense fallback={null}>
      <Palette requests={requests} />
    </Suspense>
  );
}
