import { Button, Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.js';
import { decisionsQuery, ifMatch } from '../../api/queries.js';
import { useWrite } from '../../api/use-write.js';
import { toPlain } from '../../parts/foreign.js';
import { useProblemText } from '../../parts/problem-alert.js';
import { useTexts } from '../../texts/define-texts.js';
import { proposeName } from './propose-name.js';
import { providerTexts } from './texts.js';

const kind = 'expose-as';

/** Decides, or with `dryRun` only tries, that bots get a tool under another name. */
function decide(subject: string, name: string, more: { dryRun: true } | { revision: string }): Promise<unknown> {
  const params = 'dryRun' in more ? { query: more } : { header: ifMatch(more.revision) };
  return read(
    api.PUT('/api/v1/decisions/{kind}/{subject}', {
      params: { path: { kind, subject }, ...params },
      body: { value: name },
    }),
  );
}

/** Whether a name can be given; asked while it is typed. */
const nameQuery = (subject: string, name: string) =>
  queryOptions({
    queryKey: ['expose-as', subject, name],
    meta: { isLive: false },
    queryFn: () => decide(subject, name, { dryRun: true }),
    retry: false,
  });

/** Gives a tool whose name is taken another one. */
export function OfferAsForm({
  tool,
  owner,
  taken,
}: {
  readonly tool: string;
  readonly owner: string;
  readonly taken: readonly string[];
}): React.ReactElement {
  const texts = useTexts(providerTexts);
  const queryClient = useQueryClient();
  const subject = `${owner}#${tool}`;
  const [name, setName] = useState(() => proposeName(tool, owner, taken));
  const [settled] = useDebouncedValue(name.trim(), 250);
  const { error: refusal } = useQuery({ ...nameQuery(subject, settled), enabled: settled !== '' });
  const { data: decisions = [] } = useQuery(decisionsQuery);
  const decided = decisions.find((one) => one.kind === kind && one.subject === subject);
  const { mutate, isPending, error } = useWrite({
    mutationFn: () => decide(subject, name.trim(), { revision: decided?.revision ?? 'none' }),
    onError: () => queryClient.invalidateQueries({ queryKey: decisionsQuery.queryKey }),
    async onSuccess() {
      notifications.show({ message: toPlain(texts.offered(tool, name.trim())) });
      await queryClient.invalidateQueries();
    },
  });
  const problem = useProblemText(error ?? refusal);
  const isRefused = error !== null || (refusal !== null && settled === name.trim());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <Group align="flex-start" gap="sm">
        <TextInput
          label={texts.offerAs}
          description={texts.offerHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={64}
          required
          error={isRefused ? toPlain(problem) : undefined}
          w={{ base: '100%', sm: 360 }}
        />
        <Button
          type="submit"
          variant="default"
          h="auto"
          mih={36}
          styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
          mt={{ base: 0, sm: 44 }}
          loading={isPending}
          disabled={name.trim() === ''}
        >
          {toPlain(texts.offerAction(name.trim()))}
        </Button>
      </Group>
    </form>
  );
}
