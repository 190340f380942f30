import { Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Foreign, ForeignName, toPlain } from '../../parts/foreign.js';
import { type RecordColumn, Records } from '../../parts/records.js';
import { Status } from '../../parts/status.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import { isBlank } from './field-kind.js';
import { layerNames, nameLayer, sayValue } from './layer-words.js';
import type { Layer, Scope, Setting } from './settings-types.js';
import { settingsTexts, type Texts } from './texts.js';

interface Row {
  readonly key: string;
  readonly name: string;
  readonly stated: Layer | undefined;
  readonly effect: 'counts' | 'hides' | 'hidden' | 'refused' | 'none';
}

/** Every layer of a field, the highest first: what it says, and what comes of that. */
export function LayerList({
  setting,
  scope,
}: {
  readonly setting: Setting;
  readonly scope: Scope;
}): React.ReactElement {
  const texts = useTexts(settingsTexts);
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const rows = listRows(setting, scope);
  // Each row is a card there, and most of them would be empty.
  const shown = isNarrow ? rows.filter(({ effect }) => effect !== 'none') : rows;
  const silent = rows.filter((row) => !shown.includes(row)).map(({ name }) => nameLayer(name, scope, texts));
  return (
    <Stack gap="xs">
      <Records
        label={toPlain(texts.layersLabel(setting.title))}
        columns={makeColumns(setting, scope, texts)}
        rows={shown}
        getKey={({ key }) => key}
      />
      {silent.length > 0 && (
        <Text size="sm" c="dimmed">
          <Foreign text={texts.silent(silent.join('; '))} />
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {texts.fieldName} <ForeignName name={setting.field} size="xs" />
      </Text>
    </Stack>
  );
}

function listRows({ layer: winner, layers, isSecret }: Setting, { bot }: Scope): readonly Row[] {
  let isOver = false;
  const known = layerNames.filter((name) => name !== 'bot-override' || bot !== undefined);
  const others = layers.map(({ layer }) => layer).filter((layer) => !known.some((name) => name === layer));
  return [...known, ...others].flatMap((name): readonly Row[] => {
    const stated = layers.filter(({ layer }) => layer === name);
    if (stated.length === 0) return [{ key: name, name, stated: undefined, effect: 'none' }];
    return stated.map((one, index): Row => {
      const row = { key: `${name} ${index}`, name, stated: one };
      if (isOver) return { ...row, effect: 'hidden' };
      const isRefusedSecret = isSecret && name === 'organisation-default';
      if (isBlank(one.value) && !isRefusedSecret) {
        isOver = true;
        return { ...row, effect: 'hides' };
      }
      if (name === winner && one.problem === undefined) {
        isOver = true;
        return { ...row, effect: 'counts' };
      }
      // What is locked to nothing hides the rest all the same.
      isOver = name === 'organisation-locked';
      return { ...row, effect: 'refused' };
    });
  });
}

function makeColumns(setting: Setting, scope: Scope, texts: Translated<Texts>): readonly RecordColumn<Row>[] {
  return [
    {
      id: 'layer',
      header: texts.layer,
      cell: ({ name, effect }) => (
        <Text size="sm" span fw={effect === 'counts' ? 600 : 400} {...(effect === 'none' ? { c: 'dimmed' } : {})}>
          <Foreign text={nameLayer(name, scope, texts)} />
        </Text>
      ),
    },
    {
      id: 'value',
      header: texts.value,
      cell: ({ stated }) =>
        stated === undefined ? (
          <Text size="sm" span c="dimmed">
            {texts.saysNothing}
          </Text>
        ) : (
          <Text size="sm" span>
            {setting.isSecret ? texts.set : <Foreign text={sayValue(stated.value, texts)} />}
          </Text>
        ),
    },
    { id: 'effect', header: texts.effect, cell: (row) => <Effect row={row} texts={texts} /> },
  ];
}

function Effect({ row, texts }: { readonly row: Row; readonly texts: Translated<Texts> }): React.ReactElement | null {
  const { effect, stated } = row;
  const note = [stated?.reason, stated?.contact && texts.ask(stated.contact)].filter(Boolean).join('. ');
  return (
    <Stack gap={4} align="flex-start">
      <EffectStatus row={row} texts={texts} />
      {effect === 'refused' && stated?.problem !== undefined && (
        <Text size="sm">
          <Foreign text={stated.problem} />
        </Text>
      )}
      {note !== '' && (
        <Text size="sm">
          <Foreign text={note} />
        </Text>
      )}
    </Stack>
  );
}

function EffectStatus({ row, texts }: { readonly row: Row; readonly texts: Translated<Texts> }): React.ReactNode {
  switch (row.effect) {
    case 'counts':
      return <Status tone="good">{texts.counts}</Status>;
    case 'hides':
      return <Status tone="warning">{texts.hidesBelow}</Status>;
    case 'refused':
      return <Status tone="warning">{texts.doesNotCount}</Status>;
    case 'hidden':
      return <Status tone="quiet">{texts.hidden}</Status>;
    case 'none':
      return null;
  }
}
