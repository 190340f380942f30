import { Button, Group, NativeSelect, Popover, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LoadoutContext } from '../../api/queries.js';
import { aboutQuery } from '../../api/session.js';
import { confidenceLevels, modelApiLabels, modelApis } from '../../api/words.js';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import { loadoutTexts } from './texts.js';

/** As what the loadout is looked at: whether a tool is offered depends on it. */
export function ContextLine({
  context,
  isOpen,
  onOpenChange,
  onChange,
}: {
  readonly context: LoadoutContext;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onChange: (change: LoadoutContext) => void;
}): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const { component = 'chat', api, confidence } = context;
  const known = useQuery(aboutQuery).data?.components ?? [];
  const components = [...new Set(['chat', ...known, component])];
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        <Foreign
          text={texts.asSeen(
            component,
            api === undefined ? texts.anyModel : modelApiLabels[api],
            confidence ?? texts.noLevel,
          )}
        />
        {api === undefined && ` · ${texts.modelSkipped}`}
      </Text>
      <Popover opened={isOpen} onChange={onOpenChange} position="bottom-end" withArrow trapFocus returnFocus>
        <Popover.Target>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.changeContext}
            onClick={() => onOpenChange(!isOpen)}
          >
            {texts.change}
          </Button>
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
    </Group>
  );
}
