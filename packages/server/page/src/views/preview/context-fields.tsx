import { Fieldset, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import type { LoadoutContext } from '../../api/queries.js';
import { aboutQuery } from '../../api/session.js';
import { confidenceLevels, modelApiLabels, modelApis } from '../../api/words.js';
import { toPlain } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import { previewTexts } from './texts.js';

/** As what the loadout is looked at. */
export function ContextFields({
  legend,
  context,
  onChange,
  firstField,
}: {
  readonly legend: string;
  readonly context: LoadoutContext;
  /** Is given all of it. */
  readonly onChange: (context: LoadoutContext) => void;
  readonly firstField?: Ref<HTMLSelectElement>;
}): React.ReactElement {
  const texts = useTexts(previewTexts);
  const { component = 'chat', api, confidence } = context;
  const known = useQuery(aboutQuery).data?.components ?? [];
  const components = [...new Set(['chat', ...known, component])];
  return (
    <Fieldset legend={legend} px="sm" pt={4} pb="sm">
      <Group gap="sm" align="flex-end">
        <NativeSelect
          ref={firstField}
          label={texts.component}
          value={component}
          data={components.map((name) => ({ value: name, label: toPlain(name) }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...context, component: value === 'chat' ? undefined : value })
          }
          flex="1 1 140px"
        />
        <NativeSelect
          label={texts.modelApi}
          value={api ?? ''}
          data={[
            { value: '', label: texts.anyModel },
            ...modelApis.map((value) => ({ value, label: modelApiLabels[value] })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...context, api: modelApis.find((one) => one === value) })
          }
          flex="1 1 180px"
        />
        <NativeSelect
          label={texts.level}
          value={confidence ?? ''}
          data={[{ value: '', label: texts.noLevel }, ...confidenceLevels]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...context, confidence: confidenceLevels.find((one) => one === value) })
          }
          flex="1 1 180px"
        />
      </Group>
    </Fieldset>
  );
}
