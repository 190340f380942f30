import { Kbd, Modal, Stack, Switch, Table, Title } from '@mantine/core';
import { Fragment } from 'react';
import { useObservable } from '../../api/observable.js';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { useDestinations } from '../use-destinations.js';
import { useControlKey } from './control-key.js';
import { setSingleKeys, singleKeys } from './single-keys.js';
import { keyTexts } from './texts.js';

/** Keys that are pressed together, or one after the other, and what they do. */
type KeyRow = readonly [keys: readonly string[], effect: string, isSequence?: true];

/** All keys, and the switch for those that are single. */
export function KeyList({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(keyTexts);
  const { close } = useTexts(partTexts);
  const control = useControlKey();
  const areSingleOn = useObservable(singleKeys);
  const everywhere: readonly KeyRow[] = [
    [[control, 'K'], texts.palette],
    [['/'], texts.search],
    ...useDestinations().map(({ key, label }): KeyRow => [['g', key], texts.go(label), true]),
    [['Esc'], texts.close],
    [['?'], texts.list],
  ];
  const loadout: readonly KeyRow[] = [
    [['↑', '↓'], texts.rows],
    [[texts.spaceKey], texts.toggle],
    [[texts.enterKey], texts.details],
    [['x'], texts.select],
    [['Alt', '↑ ↓'], texts.move],
    [['←', '→'], texts.group],
    [[control, 'Z'], texts.undo],
  ];
  return (
    <Modal opened={isOpen} onClose={onClose} title={texts.title} closeButtonProps={{ 'aria-label': close }}>
      <Stack>
        <Switch
          label={texts.single}
          description={texts.singleHint}
          checked={areSingleOn}
          onChange={(event) => setSingleKeys(event.currentTarget.checked)}
          data-autofocus
        />
        <KeyTable title={texts.everywhere} rows={everywhere} />
        <KeyTable title={texts.loadout} rows={loadout} />
      </Stack>
    </Modal>
  );
}

function KeyTable({ title, rows }: { readonly title: string; readonly rows: readonly KeyRow[] }): React.ReactElement {
  const texts = useTexts(keyTexts);
  return (
    <div>
      <Title order={3} mb={4}>
        {title}
      </Title>
      <Table aria-label={title}>
        <Table.Thead className="visually-hidden">
          <Table.Tr>
            <Table.Th>{texts.key}</Table.Th>
            <Table.Th>{texts.effect}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([keys, effect, isSequence]) => (
            <Table.Tr key={effect}>
              <Table.Td>
                {keys.map((key, index) => (
                  <Fragment key={key}>
                    {index > 0 && (isSequence ? ` ${texts.followedBy} ` : ' + ')}
                    <Kbd>{key}</Kbd>
                  </Fragment>
                ))}
              </Table.Td>
              <Table.Td>{effect}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
