import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { botsQuery } from '../../api/queries.js';
import { toPlain } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import { settingsTexts } from './texts.js';

/** Stands for all bots in the choice; no bot has such an id. */
const all = '*';

/** Whose settings are shown: of which owner's tool, and for which bots. */
export function ScopePicker({
  bot,
  users,
  owner,
  owners,
  onBot,
  onOwner,
}: {
  readonly bot: string | undefined;
  /** Ids of the bots that have the tool. */
  readonly users: readonly string[];
  readonly owner: string | undefined;
  readonly owners: readonly string[];
  readonly onBot: (bot: string | undefined) => void;
  readonly onOwner: (owner: string) => void;
}): React.ReactElement {
  const texts = useTexts(settingsTexts);
  const { data: bots = [] } = useQuery(botsQuery);
  // Those that have the tool come first.
  const sorted = [...bots].sort((one, other) => Number(users.includes(other.id)) - Number(users.includes(one.id)));
  return (
    <Group align="flex-end" mb="md">
      <Select
        label={texts.scope}
        data={[
          { value: all, label: texts.allBots },
          ...sorted.map(({ id, displayName }) => ({ value: id, label: toPlain(`${displayName} (${id})`) })),
        ]}
        value={bot === undefined ? all : bots.some(({ id }) => id === bot) ? bot : null}
        onChange={(id) => id !== null && onBot(id === all ? undefined : id)}
        allowDeselect={false}
        searchable
        limit={200}
        w={320}
        maw="100%"
      />
      {owners.length > 1 && (
        <Select
          label={texts.owner}
          data={owners.map((one) => ({ value: one, label: toPlain(one) }))}
          value={owner ?? null}
          onChange={(one) => one !== null && onOwner(one)}
          allowDeselect={false}
          w={280}
          maw="100%"
        />
      )}
    </Group>
  );
}
