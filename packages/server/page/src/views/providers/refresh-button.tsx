import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';
import { companionsQuery } from '../../api/queries.js';
import { useWrite } from '../../api/use-write.js';
import { toPlain } from '../../parts/foreign.js';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { problemText } from '../bot/changes/problem-text.js';
import { providerTexts } from './texts.js';

/**
 * Asks one provider's lists again, or all. Where it failed that is another try, where it answers it is quiet. What comes of it is
 * in the list.
 */
export function RefreshButton({ companion }: { readonly companion?: string }): React.ReactElement {
  const texts = useTexts(providerTexts);
  const parts = useTexts(partTexts);
  const queryClient = useQueryClient();
  const { data: companions = [] } = useQuery(companionsQuery);
  const state = companions.find(({ id }) => id === companion)?.state;
  const { mutate, isPending } = useWrite({
    mutationFn: () =>
      read(
        companion === undefined
          ? api.POST('/api/v1/companions/refresh')
          : api.POST('/api/v1/companions/{companion}/refresh', { params: { path: { companion } } }),
      ),
    onSuccess(answer) {
      queryClient.setQueryData(companionsQuery.queryKey, answer.companions);
      void queryClient.invalidateQueries();
    },
    onError: (error) => notifications.show({ message: problemText(error, parts) }),
  });
  const action = companion === undefined ? texts.refreshAll : state === 'failed' ? parts.tryAgain : texts.refresh;
  return (
    <Button
      size={companion === undefined ? 'sm' : 'compact-sm'}
      variant={state === 'ready' ? 'subtle' : 'default'}
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
      {...(companion === undefined ? {} : { 'aria-label': toPlain(`${action}: ${companion}`) })}
    >
      {action}
    </Button>
  );
}
