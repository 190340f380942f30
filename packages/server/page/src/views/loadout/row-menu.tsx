import { Menu } from '@mantine/core';
import { AtHandle } from '../../parts/at-handle.js';
import { useTexts } from '../../texts/define-texts.js';
import { loadoutTexts } from './texts.js';

/** Moves a tool without dragging. One for all rows, at the handle of one. */
export function RowMenu({
  handle,
  place,
  count,
  onMoveBy,
  onMove,
  onAsk,
  onClose,
}: {
  readonly handle: HTMLElement;
  /** Of the tool among the bot's. */
  readonly place: number;
  readonly count: number;
  readonly onMoveBy: (step: number) => void;
  readonly onMove: (target: number) => void;
  readonly onAsk: () => void;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const close = (): void => {
    onClose();
    if (handle.isConnected) handle.focus({ preventScroll: true });
  };
  return (
    <Menu id={handle.id} opened onClose={close} position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <AtHandle handle={handle} />
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
