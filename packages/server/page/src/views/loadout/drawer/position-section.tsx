import { Button, Group, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../texts/define-texts.js';
import type { ToolRow } from '../../bot/changes/loadout-types.js';
import { namesInOrder } from '../arrange-rows.js';
import { drawerTexts } from './texts.js';

/** Where the tool stands among the bot's, and how to move it. */
export function PositionSection({
  row,
  rows,
  canWrite,
  onMove,
}: {
  readonly row: ToolRow;
  readonly rows: ReadonlyMap<string, ToolRow>;
  readonly canWrite: boolean;
  readonly onMove: (name: string, before: string | undefined) => void;
}): React.ReactElement {
  const texts = useTexts(drawerTexts);
  const order = namesInOrder([...rows.values()]);
  const place = order.indexOf(row.name) + 1;
  const [value, setValue] = useState<number | string>('');
  const wanted = Number(value);
  const isPossible = value !== '' && Number.isInteger(wanted) && wanted >= 1 && wanted <= order.length;
  const rest = order.filter((name) => name !== row.name);
  const move = (to: number): void => onMove(row.name, rest[to - 1]);
  const button = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <>
      <Text size="sm" mb={canWrite ? 6 : 0}>
        {texts.placeOf(place, order.length)}
      </Text>
      {canWrite && order.length > 1 && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!isPossible) return;
            move(wanted);
            setValue('');
          }}
        >
          <Group gap="xs" align="flex-end">
            <Button {...button} disabled={place === 1} onClick={() => move(place - 1)}>
              {texts.moveUp}
            </Button>
            <Button {...button} disabled={place === order.length} onClick={() => move(place + 1)}>
              {texts.moveDown}
            </Button>
            <NumberInput
              aria-label={texts.position}
              placeholder={String(place)}
              value={value}
              onChange={setValue}
              allowDecimal={false}
              clampBehavior="none"
              hideControls
              size="xs"
              w={90}
              error={value !== '' && !isPossible ? texts.positionHint(order.length) : undefined}
            />
            <Button {...button} type="submit" disabled={!isPossible}>
              {texts.move}
            </Button>
          </Group>
        </form>
      )}
    </>
  );
}
