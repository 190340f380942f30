import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../../api/client.js';
import { isConflict } from '../../../api/problem.js';
import { useWrite } from '../../../api/use-write.js';
import { ConfirmDialog } from '../../../parts/confirm-dialog.js';
import { Foreign, toPlain } from '../../../parts/foreign.js';
import { useTexts } from '../../../texts/define-texts.js';
import { drawerTexts } from './texts.js';
import { useDefinitions } from './use-definitions.js';

/** Takes one owner for another, for every bot. There is no way back, so it asks. */
export function AcceptOwner({
  before,
  owner,
  seen = {},
  onChanged,
}: {
  readonly before: string;
  readonly owner: string;
  /** Hashes of definitions that were compared, by the names of the tools. */
  readonly seen?: Readonly<Record<string, string>>;
  /** Somebody has to look again. */
  readonly onChanged?: () => void;
}): React.ReactElement {
  const texts = useTexts(drawerTexts);
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const definitions = { ...useDefinitions(owner), ...seen };
  const { mutate, isPending, error, reset } = useWrite({
    mutationFn: () =>
      read(api.POST('/api/v1/owners/accept', { body: { oldOwner: before, newOwner: owner, definitions } })),
    onError(problem) {
      if (!isConflict(problem)) return;
      void queryClient.invalidateQueries();
      if (onChanged === undefined) return;
      setOpen(false);
      reset();
      onChanged();
    },
    async onSuccess({ tools, bots }) {
      await queryClient.invalidateQueries();
      setOpen(false);
      notifications.show({ role: 'status', message: texts.acceptedAll(tools.length, bots.length) });
    },
  });
  const action = texts.acceptAll(toPlain(owner));
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {action}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={texts.acceptAllTitle(toPlain(before), toPlain(owner))}
        action={action}
        isBusy={isPending}
        error={error}
        onConfirm={() => mutate()}
        onClose={() => setOpen(false)}
      >
        <Text size="sm">
          <Foreign text={texts.acceptAllText(before, owner)} />
        </Text>
      </ConfirmDialog>
    </>
  );
}
