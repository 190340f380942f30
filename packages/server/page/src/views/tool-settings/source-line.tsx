import { Button, Collapse, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import type { Draft } from './draft.js';
import { findBelow, findOwn } from './field-kind.js';
import { LayerList } from './layer-list.js';
import { placeOf } from './layer-words.js';
import type { Scope, Setting } from './settings-types.js';
import { settingsTexts, type Texts } from './texts.js';

/** Below a field: where its value comes from, the way to the layer below, and, unfolded, all layers. */
export function SourceLine({
  setting,
  scope,
  draft,
  onUnset,
}: {
  readonly setting: Setting;
  readonly scope: Scope;
  readonly draft?: Draft | undefined;
  /** Absent: nothing can be taken away. */
  readonly onUnset?: (() => void) | undefined;
}): React.ReactElement {
  const texts = useTexts(settingsTexts);
  const [isOpen, { toggle }] = useDisclosure();
  const id = useId();
  const title = toPlain(setting.title);
  const { length } = setting.layers;
  const canUnset = onUnset !== undefined && draft?.action !== 'unset' && findOwn(setting, scope.bot) !== undefined;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Stack gap="xs">
      <Group gap="xs" justify="space-between">
        <Text size="sm" {...(draft === undefined ? { c: 'dimmed' } : { fw: 600 })}>
          <Foreign text={saySource(setting, scope, draft, texts)} />
        </Text>
        <Group gap="xs">
          {canUnset && (
            <Button size="compact-sm" variant="default" aria-label={texts.takeBelowOf(title)} onClick={onUnset}>
              {texts.takeBelow}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon size={14} aria-hidden />}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-label={texts.layersOf(length, title)}
            onClick={toggle}
          >
            {texts.layers(length)}
          </Button>
        </Group>
      </Group>
      <Collapse expanded={isOpen} id={id}>
        {isOpen && <LayerList setting={setting} scope={scope} />}
      </Collapse>
    </Stack>
  );
}

function saySource(setting: Setting, scope: Scope, draft: Draft | undefined, texts: Translated<Texts>): string {
  if (draft?.action === 'set') return texts.willBe;
  if (draft !== undefined) {
    const below = findBelow(setting, scope.bot);
    return below === undefined ? texts.willBeNothing : texts.willBeFrom(placeOf(below.layer, scope, texts));
  }
  return setting.layer === null ? '' : texts.from(placeOf(setting.layer, scope, texts));
}
