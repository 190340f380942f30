import { NativeSelect, Popover, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LoadoutContext } from '../../api/queries.js';
import { aboutQuery } from '../../api/session.js';
import { confidenceLevels, modelApiLabels, modelApis } from '../../api/words.js';
import { AtHandle, useOpenedOnceThere } from '../../parts/at-handle.js';
import { toPlain } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import { loadoutTexts } from './texts.js';

/** The fields behind the button of the context line. */
export function ContextChoice({
  handle,
  context,
  isOpen,
  onClose,
  onChange,
}: {
  readonly handle: HTMLElement;
  readonly context: LoadoutContext;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onChange: (change: LoadoutContext) => void;
}): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const { component = 'chat', api, confidence } = context;
  const known = useQuery(aboutQuery).data?.components ?? [];
  const components = [...new Set(['chat', ...known, component])];
  return (
    <Popover
      id={handle.id}
      opened={useOpenedOnceThere(isOpen)}
      onChange={onClose}
      position="bottom-end"
      withArrow
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <AtHandle handle={handle} />
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.changeContext}>
        <Stack gap="xs">
          <NativeSelect
            label={texts.component}
            value={component}
            data={components.map((name) => ({ value: name, label: toPlain(name) }))}
            onChange={({ currentTarget: { value } }) => onChange({ component: value === 'chat' ? undefined : value })}
          />
          <NativeSelect
            label={texts.modelApi}
            value={api ?? ''}
            data={[
              { value: '', label: texts.anyModel },
              ...modelApis.map((value) => ({ value, label: modelApiLabels[value] })),
            ]}
            onChange={({ currentTarget: { value } }) => onChange({ api: modelApis.find((one) => one === value) })}
          />
          {api === undefined && (
            <Text size="xs" c="dimmed">
              {texts.modelSkipped}
            </Text>
          )}
          <NativeSelect
            label={texts.level}
            value={confidence ?? ''}
            data={[{ value: '', label: texts.noLevel }, ...confidenceLevels]}
            onChange={({ currentTarget: { value } }) =>
              onChange({ confidence: confidenceLevels.find((one) => one === value) })
            }
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
