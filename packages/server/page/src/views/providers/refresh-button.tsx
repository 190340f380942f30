import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';
import { companionsQuery } from '../../api/queries.js';
import { toPlain } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import { providerTexts } from './texts.js';

/** Asks one provider's lists again, or all. What comes of it is in the list. */
export function RefreshButton({ companion }: { readonly companion?: string }): React.ReactElement {
  const texts = useTexts(providerTexts);
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      read(
        companion === undefined
          ? api.POST('/api/v1/companions/refresh')
          : api.POST('/api/v1/companions/{companion}/refresh', { params: { path: { companion } } }),
      ),
    onSuccess({ companions }) {
      queryClient.setQueryData(companionsQuery.queryKey, companions);
      void queryClient.invalidateQueries({ queryKey: ['catalogue'] });
    },
    onError: (error) => notifications.show({ message: toPlain(error.message) }),
  });
  return (
    <Button
      size={companion === undefined ? 'sm' : 'compact-sm'}
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
      {...(companion === undefined ? {} : { 'aria-label': texts.refreshOf(toPlain(companion)) })}
    >
      {companion === undefined ? texts.refreshAll : texts.refresh}
    </Button>
  );
}
