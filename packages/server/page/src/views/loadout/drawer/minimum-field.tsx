import { Button, NativeSelect, Popover } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../../api/client.js';
import { isConflict } from '../../../api/problem.js';
import { decisionsQuery, ifMatch } from '../../../api/queries.js';
import { confidenceLevels } from '../../../api/words.js';
import { ProblemAlert } from '../../../parts/problem-alert.js';
import { readDecision, TheirsOrMine } from '../../../parts/theirs-or-mine.js';
import { useTexts } from '../../../texts/define-texts.js';
import type { ToolRow } from '../../bot/changes/loadout-types.js';
import { drawerTexts } from './texts.js';

const kind = 'minimum-confidence';

interface Wish {
  /** Empty: what the definition says. */
  readonly value: string;
  /** Of the decision that was seen. */
  readonly revision: string;
}

/** Decides which level a model provider needs for a tool, for all bots. */
export function MinimumField({ row }: { readonly row: ToolRow }): React.ReactElement {
  const texts = useTexts(drawerTexts);
  const queryClient = useQueryClient();
  const subject = `${row.owner}#${row.name}`;
  const { data: decisions = [] } = useQuery(decisionsQuery);
  const decided = decisions.find((decision) => decision.kind === kind && decision.subject === subject);
  const { mutate, variables, isPending, error, reset } = useMutation<unknown, Error, Wish>({
    mutationFn({ value, revision }) {
      const params = { path: { kind, subject }, header: ifMatch(revision) } as const;
      return value === ''
        ? read(api.DELETE('/api/v1/decisions/{kind}/{subject}', { params }))
        : read(api.PUT('/api/v1/decisions/{kind}/{subject}', { params, body: { value } }));
    },
    onSettled: () => queryClient.invalidateQueries(),
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
          value={typeof decided?.value === 'string' ? decided.value : ''}
          disabled={isPending}
          data={[{ value: '', label: texts.minimumDefault }, ...confidenceLevels]}
          onChange={({ currentTarget: { value } }) => mutate({ value, revision: decided?.revision ?? 'none' })}
        />
        {isConflict(error) && (
          <TheirsOrMine
            theirs={sayLevel(readDecision(error)?.value, texts.minimumDefault)}
            mine={sayLevel(variables?.value, texts.minimumDefault)}
            onKeep={reset}
            onApply={() => mutate({ value: variables?.value ?? '', revision: readDecision(error)?.revision ?? 'none' })}
          />
        )}
        {error !== null && !isConflict(error) && <ProblemAlert title={texts.changeMinimum} error={error} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function sayLevel(level: unknown, none: string): string {
  return typeof level === 'string' && level !== '' ? level : none;
}
