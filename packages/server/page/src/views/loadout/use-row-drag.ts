import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef, useState } from 'react';

/** Where a row that is dragged would be put. */
export interface RowDrag {
  readonly name: string;
  /** Before the row with this index; one behind the last: at the end. */
  readonly target: number;
}

/** So far the pointer may tremble without dragging. */
const slackPx = 5;
/** So near to an edge the page scrolls along. */
const edgePx = 90;

/** Drags rows by their handle. Keys and a menu do the same. `find`: the place for a height in the document. */
export function useRowDrag(
  find: (pageY: number) => number,
  drop: (name: string, target: number) => void,
): {
  readonly drag: RowDrag | undefined;
  readonly grab: (name: string, event: ReactPointerEvent<HTMLElement>) => void;
} {
  const [drag, setDrag] = useState<RowDrag>();
  const latest = useRef({ find, drop });
  useEffect(() => {
    latest.current = { find, drop };
  });
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const grab = useCallback((name: string, event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const handle = event.currentTarget;
    const { pointerId, clientY: startY } = event;
    let clientY = startY;
    let current: RowDrag | undefined;
    let frame = 0;
    const update = (): void => {
      current = { name, target: latest.current.find(clientY + window.scrollY) };
      setDrag((before) => (before?.target === current?.target ? before : current));
    };
    const scroll = (): void => {
      const top = clientY - 56 - edgePx;
      const bottom = clientY - (window.innerHeight - edgePx);
      if (top < 0 || bottom > 0) {
        window.scrollBy(0, top < 0 ? Math.max(top / 4, -20) : Math.min(bottom / 4, 20));
        update();
      }
      frame = requestAnimationFrame(scroll);
    };
    const onMove = (moved: PointerEvent): void => {
      if (moved.pointerId !== pointerId) return;
      clientY = moved.clientY;
      if (current === undefined) {
        if (Math.abs(clientY - startY) < slackPx) return;
        handle.setPointerCapture(pointerId);
        frame = requestAnimationFrame(scroll);
      }
      update();
    };
    const end = (): void => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', onKey, true);
      stop.current = undefined;
      setDrag(undefined);
    };
    const onUp = (): void => {
      const dropped = current;
      end();
      if (dropped === undefined) return;
      // The click that ends a drag opens no menu.
      window.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', swallow, true), 0);
      latest.current.drop(name, dropped.target);
    };
    const onKey = (key: KeyboardEvent): void => {
      if (key.key !== 'Escape') return;
      key.stopPropagation();
      end();
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', end);
    window.addEventListener('keydown', onKey, true);
    stop.current = end;
  }, []);

  return { drag, grab };
}

function swallow(event: MouseEvent): void {
  event.stopPropagation();
  event.preventDefault();
}
