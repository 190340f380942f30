import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { Records } from '../../parts/records.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import { useTexts } from '../../texts/define-texts.js';
import { secretsQuery } from './host-queries.js';
import { SecretDialog } from './secret-dialog.js';
import { Section } from './section.js';
import { hostTexts } from './texts.js';

/** Names of secrets, never their values. */
export function Secrets(): React.ReactElement {
  const texts = useTexts(hostTexts);
  const query = useQuery(secretsQuery);
  const queryClient = useQueryClient();
  /** The name that is being set; empty for a new one. */
  const [setting, setSetting] = useState<string>();
  const [deleting, setDeleting] = useState<string>();
  const { mutate, isPending, error } = useWrite({
    mutationFn: (name: string) => read(api.DELETE('/api/v1/secrets/{name}', { params: { path: { name } } })),
    async onSuccess() {
      await queryClient.invalidateQueries();
      setDeleting(undefined);
    },
  });
  return (
    <Section
      title={texts.secrets}
      anchor="secrets"
      hint={texts.secretsHint}
      action={
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setSetting('')}>
          {texts.setSecret}
        </Button>
      }
    >
      <QueryPanel query={query} unread={texts.secretsUnread}>
        {(secrets) =>
          secrets.length === 0 ? (
            <Text c="dimmed">{texts.noSecrets}</Text>
          ) : (
            <Records
              label={texts.secretsLabel}
              rows={secrets}
              getKey={({ name }) => name}
              columns={[
                { id: 'name', header: texts.secretName, cell: ({ name }) => <Foreign text={name} /> },
                {
                  id: 'state',
                  header: texts.value,
                  cell: ({ isReadable, isTooShort, updatedAt }) => (
                    <Group gap="xs">
                      {isReadable ? (
                        <Status tone="good">{texts.set}</Status>
                      ) : (
                        <Status tone="bad">{texts.unreadable}</Status>
                      )}
                      {isTooShort && <Status tone="warning">{texts.tooShort}</Status>}
                      <Time at={updatedAt} />
                    </Group>
                  ),
                },
                {
                  id: 'actions',
                  header: texts.actions,
                  cell: ({ name }) => (
                    <Group gap="xs">
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={texts.replaceOf(toPlain(name))}
                        onClick={() => setSetting(name)}
                      >
                        {texts.replace}
                      </Button>
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={texts.deleteOf(toPlain(name))}
                        onClick={() => setDeleting(name)}
                      >
                        {texts.delete}
                      </Button>
                    </Group>
                  ),
                },
              ]}
            />
          )
        }
      </QueryPanel>
      {setting !== undefined && <SecretDialog name={setting} onClose={() => setSetting(undefined)} />}
      <ConfirmDialog
        isOpen={deleting !== undefined}
        title={texts.deleteTitle}
        action={texts.deleteTitle}
        isBusy={isPending}
        error={error}
        onConfirm={() => deleting !== undefined && mutate(deleting)}
        onClose={() => setDeleting(undefined)}
      >
        <Text>
          <Foreign text={texts.deleteText(deleting ?? '')} />
        </Text>
      </ConfirmDialog>
    </Section>
  );
}
