import { Button, Group, Modal, NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { partTexts } from '../../../parts/texts.js';
import { useTexts } from '../../../texts/define-texts.js';
import { bulkTexts } from './texts.js';

/** Asks for the place that tools are moved to. */
export function MoveDialog({
  count,
  place,
  last,
  onMove,
  onClose,
}: {
  /** How many are moved. */
  readonly count: number;
  /** Where the first of them is now, from 1. */
  readonly place: number;
  /** The last place. */
  readonly last: number;
  readonly onMove: (place: number) => void;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(bulkTexts);
  const { cancel, close } = useTexts(partTexts);
  const [value, setValue] = useState<number | string>(place);
  const wanted = Number(value);
  const isPossible = value !== '' && Number.isInteger(wanted) && wanted >= 1 && wanted <= last;
  return (
    <Modal opened onClose={onClose} title={texts.moveTitle(count)} closeButtonProps={{ 'aria-label': close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isPossible) onMove(wanted);
        }}
      >
        <Stack>
          <NumberInput
            data-autofocus
            label={texts.position}
            description={texts.positionHint(last)}
            value={value}
            onChange={setValue}
            clampBehavior="none"
            allowDecimal={false}
            error={value !== '' && !isPossible ? texts.positionHint(last) : undefined}
            hideControls
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {cancel}
            </Button>
            <Button type="submit">{texts.moveAction}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
