import { Button, NativeSelect, Popover } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../../api/client.js';
import { decisionsQuery } from '../../../api/queries.js';
import { confidenceLevels } from '../../../api/words.js';
import { ProblemAlert } from '../../../parts/problem-alert.js';
import { useTexts } from '../../../texts/define-texts.js';
import type { ToolRow } from '../../bot/changes/loadout-types.js';
import { drawerTexts } from './texts.js';

const kind = 'minimum-confidence';

/** Decides which level a model provider needs for a tool, for all bots. */
export function MinimumField({ row }: { readonly row: ToolRow }): React.ReactElement {
  const texts = useTexts(drawerTexts);
  const queryClient = useQueryClient();
  const subject = `${row.owner}#${row.name}`;
  const { data: decisions = [] } = useQuery(decisionsQuery);
  const decided = decisions.find((decision) => decision.kind === kind && decision.subject === subject)?.value;
  const { mutate, isPending, error } = useMutation<unknown, Error, string>({
    mutationFn: (value) =>
      value === ''
        ? read(api.DELETE('/api/v1/decisions/{kind}/{subject}', { params: { path: { kind, subject } } }))
        : read(api.PUT('/api/v1/decisions/{kind}/{subject}', { params: { path: { kind, subject } }, body: { value } })),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <Popover withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <Button size="compact-xs" variant="default">
          {texts.changeMinimum}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.changeMinimum}>
        <NativeSelect
          label={texts.minimum}
          value={typeof decided === 'string' ? decided : ''}
          disabled={isPending}
          data={[{ value: '', label: texts.minimumDefault }, ...confidenceLevels]}
          onChange={({ currentTarget: { value } }) => mutate(value)}
        />
        {error !== null && <ProblemAlert title={texts.changeMinimum} error={error} />}
      </Popover.Dropdown>
    </Popover>
  );
}
