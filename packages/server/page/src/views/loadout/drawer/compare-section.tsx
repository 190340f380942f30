import type { ApiSchemas } from '@loadout/server/client';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isConflict } from '../../../api/problem.js';
import { useWrite } from '../../../api/use-write.js';
import { DefinitionDiff } from '../../../parts/definition-diff/definition-diff.js';
import { definitionQuery } from '../../../parts/definition-diff/definition-query.js';
import type { DefinitionParts } from '../../../parts/definition-diff/diff-definitions.js';
import { ProblemAlert } from '../../../parts/problem-alert.js';
import { QueryPanel } from '../../../parts/query-panel.js';
import { useTexts } from '../../../texts/define-texts.js';
import type { ToolRow } from '../../bot/changes/loadout-types.js';
import type { LoadoutChanges } from '../../bot/changes/use-loadout-changes.js';
import { useRowActions } from '../row-actions.js';
import { type Accepted, AcceptMany } from './accept-many.js';
import { AcceptOwner } from './accept-owner.js';
import type { Assignment } from './drawer-queries.js';
import { drawerTexts } from './texts.js';

type Present = ApiSchemas['DetailedTool'];

/** The accepted definition beside the present one, and the ways to accept that. */
export function CompareSection({
  row,
  rows,
  present,
  assignment,
  assignments,
  make,
}: {
  readonly row: ToolRow;
  readonly rows: ReadonlyMap<string, ToolRow>;
  readonly present: Present;
  readonly assignment: Assignment;
  readonly assignments: readonly Assignment[];
  readonly make: LoadoutChanges['make'];
}): React.ReactElement {
  const texts = useTexts(drawerTexts);
  const { canWrite } = useRowActions();
  const queryClient = useQueryClient();
  const hash = assignment.definitionHash;
  const accepted = useQuery({ ...definitionQuery(hash ?? ''), enabled: hash !== null });
  const isOwner = assignment.owner !== row.owner;
  const alike = isOwner ? findAlike(rows, assignments, assignment.owner, row.owner) : [];
  const [isChanged, setChanged] = useState(false);
  const seen = { [row.name]: present.definitionHash };
  const { mutate, isPending, error } = useWrite({
    async mutationFn(accept: readonly Accepted[]) {
      const made = await make({
        kind: 'accepted',
        tools: accept.map(({ row: one }) => one),
        // What is accepted is what was compared.
        changes: accept.map(({ row: { name, owner }, definitionHash }) => ({
          action: 'accept' as const,
          tool: name,
          owner,
          definitionHash,
        })),
      });
      if (isConflict(made.error)) return lookAgain();
      if (made.error !== undefined) throw made.error;
      const [refused] = made.refused;
      if (refused !== undefined) throw new Error(refused.message);
    },
    onMutate: () => setChanged(false),
  });
  const lookAgain = async (): Promise<void> => {
    await queryClient.invalidateQueries();
    setChanged(true);
  };
  const diff = (before: DefinitionParts | null): React.ReactElement => (
    <DefinitionDiff
      before={before ?? undefined}
      after={present as unknown as DefinitionParts}
      hashes={{ before: hash, after: present.definitionHash }}
    />
  );
  return (
    <Stack gap="sm">
      {hash === null ? (
        diff(null)
      ) : (
        <QueryPanel query={accepted} unread={texts.definitionUnread}>
          {diff}
        </QueryPanel>
      )}
      {isChanged && <Alert role="alert">{texts.changedAgain}</Alert>}
      {error !== null && <ProblemAlert title={texts.accept} error={error} />}
      {canWrite && (
        <Group gap="xs">
          <Button
            size="compact-sm"
            loading={isPending}
            onClick={() => mutate([{ row, definitionHash: present.definitionHash }])}
          >
            {texts.accept}
          </Button>
          {alike.length > 1 && (
            <AcceptMany rows={alike} assignments={assignments} isBusy={isPending} onAccept={mutate} />
          )}
          {isOwner && (
            <AcceptOwner before={assignment.owner} owner={row.owner} seen={seen} onChanged={() => void lookAgain()} />
          )}
        </Group>
      )}
    </Stack>
  );
}

/** The bot's tools that went from one owner to the other. */
function findAlike(
  rows: ReadonlyMap<string, ToolRow>,
  assignments: readonly Assignment[],
  before: string,
  owner: string,
): readonly ToolRow[] {
  return assignments.flatMap((one) => {
    const row = rows.get(one.toolName);
    return one.owner === before && row?.owner === owner && row.reasons.some(({ code }) => code === 'owner-changed')
      ? [row]
      : [];
  });
}
