import { Button, EmptyState, Stack, Text, Title } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../../api/session.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { Records } from '../../parts/records.js';
import { ViewHeader } from '../../parts/view-header.js';
import { useTexts } from '../../texts/define-texts.js';
import { CreateTokenDialog } from './create-token-dialog.js';
import { RevokeDialog } from './revoke-dialog.js';
import { accessTexts } from './texts.js';
import { makeSessionColumns, makeTokenColumns } from './token-columns.js';
import { type AccessToken, stateOf, tokensQuery } from './token-queries.js';

/** Who may reach the host: tokens, and the browsers that are signed in with them. The address is known to others than admins. */
export function AccessView(): React.ReactElement {
  const texts = useTexts(accessTexts);
  if (useCan('admin')) return <Tokens />;
  return (
    <>
      <ViewHeader title={texts.title} />
      <Text>{texts.forAdmins}</Text>
    </>
  );
}

function Tokens(): React.ReactElement {
  const texts = useTexts(accessTexts);
  const query = useQuery(tokensQuery);
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<AccessToken>();
  return (
    <>
      <ViewHeader title={texts.title}>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          {texts.create}
        </Button>
      </ViewHeader>
      <Text c="dimmed" mb="md">
        {texts.intro}
      </Text>
      <QueryPanel query={query} unread={texts.unread}>
        {(all) => {
          const tokens = all.filter(({ session }) => session === null);
          const sessions = all.filter((token) => token.session !== null && stateOf(token) === 'valid');
          return (
            <Stack gap="lg">
              <section aria-labelledby="tokens">
                <Title order={2} id="tokens" mb="xs">
                  {texts.tokens}
                </Title>
                {tokens.length === 0 ? (
                  <EmptyState icon={<IconKey aria-hidden />} title={texts.emptyTitle} description={texts.empty} />
                ) : (
                  <Records
                    label={texts.tokensLabel}
                    columns={makeTokenColumns(texts, setRevoking)}
                    rows={tokens}
                    getKey={({ id }) => id}
                  />
                )}
              </section>
              <section aria-labelledby="sessions">
                <Title order={2} id="sessions" mb="xs">
                  {texts.sessions}
                </Title>
                {sessions.length === 0 ? (
                  <Text c="dimmed">{texts.noSessions}</Text>
                ) : (
                  <Records
                    label={texts.sessionsLabel}
                    columns={makeSessionColumns(texts, setRevoking)}
                    rows={sessions}
                    getKey={({ id }) => id}
                  />
                )}
              </section>
            </Stack>
          );
        }}
      </QueryPanel>
      <CreateTokenDialog isOpen={isCreating} onClose={() => setCreating(false)} />
      <RevokeDialog token={revoking} onClose={() => setRevoking(undefined)} />
    </>
  );
}
