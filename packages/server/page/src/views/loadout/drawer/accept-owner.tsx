import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../../api/client.js';
import { ConfirmDialog } from '../../../parts/confirm-dialog.js';
import { Foreign, toPlain } from '../../../parts/foreign.js';
import { useTexts } from '../../../texts/define-texts.js';
import { drawerTexts } from './texts.js';

/** Takes one owner for another, for every bot. There is no way back, so it asks. */
export function AcceptOwner({
  before,
  owner,
}: {
  readonly before: string;
  readonly owner: string;
}): React.ReactElement {
  const texts = useTexts(drawerTexts);
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => read(api.POST('/api/v1/owners/accept', { body: { oldOwner: before, newOwner: owner } })),
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
