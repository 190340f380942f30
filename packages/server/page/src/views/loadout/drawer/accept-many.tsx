import type { ApiSchemas } from '@loadout/server/client';
import { Button, Stack, Title } from '@mantine/core';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toolQuery } from '../../../api/queries.js';
import { ConfirmDialog } from '../../../parts/confirm-dialog.js';
import { DefinitionDiff } from '../../../parts/definition-diff/definition-diff.js';
import { definitionQuery } from '../../../parts/definition-diff/definition-query.js';
import type { DefinitionParts } from '../../../parts/definition-diff/diff-definitions.js';
import { Foreign, toPlain } from '../../../parts/foreign.js';
import { QueryPanel } from '../../../parts/query-panel.js';
import { useTexts } from '../../../texts/define-texts.js';
import { useLanguage } from '../../../texts/language.js';
import type { ToolRow } from '../../bot/changes/loadout-types.js';
import { type Assignment, findAssignment } from './drawer-queries.js';
import { drawerTexts } from './texts.js';

/** A tool, and the definition that was looked at. */
export interface Accepted {
  readonly row: ToolRow;
  readonly definitionHash: string;
}

interface AcceptManyProps {
  readonly rows: readonly ToolRow[];
  readonly assignments: readonly Assignment[];
  readonly isBusy: boolean;
  readonly onAccept: (accepted: readonly Accepted[]) => void;
}

/** Shows what each of several tools has become, and accepts what it has shown. */
export function AcceptMany(props: AcceptManyProps): React.ReactElement {
  const action = useAction(props.rows);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant="default" disabled={props.isBusy} onClick={() => setOpen(true)}>
        {action}
      </Button>
      {isOpen && <Dialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Dialog({
  rows,
  assignments,
  isBusy,
  onAccept,
  onClose,
}: AcceptManyProps & { readonly onClose: () => void }): React.ReactElement {
  const texts = useTexts(drawerTexts);
  const query = useShown(rows, assignments);
  return (
    <ConfirmDialog
      isOpen
      title={texts.acceptManyTitle}
      action={useAction(rows)}
      isBusy={isBusy}
      isReady={query.data !== undefined}
      error={null}
      onConfirm={() => {
        onClose();
        onAccept((query.data ?? []).map(({ row, after }) => ({ row, definitionHash: after.definitionHash })));
      }}
      onClose={onClose}
    >
      <QueryPanel query={query} unread={texts.definitionUnread}>
        {(all) => (
          <Stack gap="lg">
            {all.map(({ row, before, beforeHash, after }) => (
              <section key={row.name} aria-label={toPlain(row.label)}>
                <Title order={3} size="h4" mb="xs">
                  <Foreign text={row.label} />
                </Title>
                <DefinitionDiff
                  before={before ?? undefined}
                  after={after as unknown as DefinitionParts}
                  hashes={{ before: beforeHash, after: after.definitionHash }}
                />
              </section>
            ))}
          </Stack>
        )}
      </QueryPanel>
    </ConfirmDialog>
  );
}

function useAction(rows: readonly ToolRow[]): string {
  const texts = useTexts(drawerTexts);
  return texts.acceptMany(rows.length, toPlain(rows[0]?.owner ?? ''));
}

interface Shown {
  readonly row: ToolRow;
  readonly before: DefinitionParts | null;
  readonly beforeHash: string | null;
  readonly after: ApiSchemas['DetailedTool'];
}

/** Read once for each opening: what stands there must not change under the eyes of whoever accepts it. */
function useShown(
  rows: readonly ToolRow[],
  assignments: readonly Assignment[],
): UseQueryResult<readonly Shown[], Error> {
  const client = useQueryClient();
  const language = useLanguage();
  return useQuery({
    queryKey: ['accept-many', ...rows.map(({ name }) => name)],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isLive: false },
    async queryFn() {
      const all = await Promise.all(
        rows.map(async (row): Promise<Shown | undefined> => {
          const beforeHash = findAssignment(assignments, row.name)?.definitionHash ?? null;
          const [before, { tool }] = await Promise.all([
            beforeHash === null ? null : client.fetchQuery(definitionQuery(beforeHash)),
            client.fetchQuery({ ...toolQuery(row.name, language), staleTime: 0 }),
          ]);
          return tool === null ? undefined : { row, before, beforeHash, after: tool };
        }),
      );
      // What went away meanwhile cannot be accepted.
      return all.filter((one) => one !== undefined);
    },
  });
}
