import { Alert, List, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Foreign } from '../../parts/foreign.js';
import { type RecordColumn, Records } from '../../parts/records.js';
import { Status } from '../../parts/status.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import type { HostDescription } from './host-queries.js';
import { Section } from './section.js';
import { hostTexts, type Texts } from './texts.js';

type Decided = NonNullable<HostDescription['organisation']>;
type Entry = Decided['entries'][number];

/** What is decided above all operators, with why and whom to ask. It is changed in its file alone. */
export function Organisation({
  organisation,
}: {
  readonly organisation: HostDescription['organisation'];
}): React.ReactElement {
  const texts = useTexts(hostTexts);
  if (organisation === null)
    return (
      <Section title={texts.organisation} anchor="organisation">
        {texts.organisationNone}
      </Section>
    );
  const { isReadable, source, problems, entries } = organisation;
  return (
    <Section title={texts.organisation} anchor="organisation">
      {source !== null && (
        <Text size="sm" c="dimmed" mb="xs">
          <Foreign text={texts.organisationFile(source)} />
        </Text>
      )}
      {!isReadable && (
        <Alert role="alert" mb="sm" styles={{ message: { color: 'var(--mantine-color-text)' } }}>
          {texts.organisationUnreadable}
        </Alert>
      )}
      {problems.length > 0 && (
        <List size="sm" mb="sm">
          {problems.map(({ place, message }) => (
            <List.Item key={`${place} ${message}`} lang="en">
              <Foreign text={`${place}: ${message}`} />
            </List.Item>
          ))}
        </List>
      )}
      {entries.length > 0 && (
        <Records
          label={texts.organisationLabel}
          columns={makeColumns(texts)}
          rows={entries}
          getKey={({ pointer }) => pointer}
        />
      )}
    </Section>
  );
}

function makeColumns(texts: Translated<Texts>): readonly RecordColumn<Entry>[] {
  return [
    {
      id: 'kind',
      header: texts.kind,
      cell: ({ kind, isLocked }) => (
        <Status tone="note" icon={IconLock}>
          {kind === 'disabled'
            ? texts.disabled
            : kind === 'minimum-confidence'
              ? texts.minimum
              : isLocked
                ? texts.locked
                : texts.default}
        </Status>
      ),
    },
    {
      id: 'about',
      header: texts.about,
      cell: ({ owner, tool, field }) => (
        <Foreign text={`${owner === null ? '' : `${owner}#`}${tool}${field === null ? '' : `, ${field}`}`} />
      ),
    },
    { id: 'value', header: texts.value, cell: ({ level }) => level ?? '' },
    { id: 'reason', header: texts.reason, cell: ({ reason }) => <Foreign text={reason ?? texts.noReason} /> },
    { id: 'contact', header: texts.contact, cell: ({ contact }) => <Foreign text={contact ?? texts.noReason} /> },
  ];
}
