import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { Foreign } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import { accessTexts } from './texts.js';
import { type AccessToken, tokensQuery } from './token-queries.js';

/** Asks before a token or a session ends: there is no way back. */
export function RevokeDialog({
  token,
  onClose,
}: {
  readonly token: AccessToken | undefined;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(accessTexts);
  const queryClient = useQueryClient();
  const isSession = token !== undefined && token.session !== null;
  const { mutate, isPending, error, reset } = useWrite({
    mutationFn: (id: string) => read(api.DELETE('/api/v1/tokens/{token}', { params: { path: { token: id } } })),
    async onSuccess() {
      await queryClient.invalidateQueries(tokensQuery);
      onClose();
    },
  });
  const name = token?.name ?? '';
  return (
    <ConfirmDialog
      isOpen={token !== undefined}
      title={isSession ? texts.endTitle : texts.revokeTitle}
      action={isSession ? texts.endTitle : texts.revokeTitle}
      isBusy={isPending}
      error={error}
      onConfirm={() => token && mutate(token.id)}
      onClose={() => {
        reset();
        onClose();
      }}
    >
      <Text>
        <Foreign text={isSession ? texts.endText(name) : texts.revokeText(name)} />
      </Text>
    </ConfirmDialog>
  );
}
