import { Menu } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { toPlain } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import { loadoutTexts } from './texts.js';

/** Moves a tool without dragging. It stands at the handle, one for all rows. */
export function RowMenu({
  handle,
  label,
  place,
  count,
  onMoveBy,
  onMove,
  onAsk,
  onClose,
}: {
  readonly handle: HTMLElement;
  /** What the menu is called; may be foreign. */
  readonly label: string;
  /** Of the tool among the bot's. */
  readonly place: number;
  readonly count: number;
  readonly onMoveBy: (step: number) => void;
  readonly onMove: (target: number) => void;
  readonly onAsk: () => void;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const target = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { left, top, width, height } = handle.getBoundingClientRect();
    const { style } = target.current ?? {};
    if (style === undefined) return;
    style.left = `${left}px`;
    style.top = `${top}px`;
    style.width = `${width}px`;
    style.height = `${height}px`;
  }, [handle]);
  const close = (): void => {
    onClose();
    if (handle.isConnected) handle.focus({ preventScroll: true });
  };
  return (
    <Menu opened onClose={close} position="bottom-start" returnFocus={false}>
      <Menu.Target>
        {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: hidden itself, it gives the menu its name */}
        <div
          ref={target}
          aria-hidden
          aria-label={toPlain(label)}
          style={{ position: 'fixed', pointerEvents: 'none' }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={place <= 0} onClick={() => onMoveBy(-1)}>
          {texts.moveUp}
        </Menu.Item>
        <Menu.Item disabled={place >= count - 1} onClick={() => onMoveBy(1)}>
          {texts.moveDown}
        </Menu.Item>
        <Menu.Item disabled={place <= 0} onClick={() => onMove(0)}>
          {texts.moveFirst}
        </Menu.Item>
        <Menu.Item disabled={place >= count - 1} onClick={() => onMove(count)}>
          {texts.moveLast}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={onAsk}>{texts.moveTo}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
