import { useObservable } from '../../api/observable.js';
import { lazyPopup } from '../../parts/lazy-part.js';
import { paletteRequests } from './palette-state.js';

const Palette = lazyPopup(() => import('./palette.js'), 'Palette');

/** Where the palette is, once somebody has asked for it. */
export function PaletteHost(): React.ReactElement | null {
  const requests = useObservable(paletteRequests);
  if (requests === 0) return null;
  return <Palette requests={requests} onClose={() => paletteRequests.set(0)} />;
}
