import { DataList, Group, Switch, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toolQuery } from '../../../api/queries.js';
import { Foreign, ForeignName, toPlain } from '../../../parts/foreign.js';
import { lazyPart } from '../../../parts/lazy-part.js';
import { ButtonLink, TextLink } from '../../../parts/links.js';
import { OwnerBadge } from '../../../parts/owner-badge.js';
import { PolicyList } from '../../../parts/policy/policy-list.js';
import { policyTexts } from '../../../parts/policy/texts.js';
import { QueryPanel, RowsSkeleton } from '../../../parts/query-panel.js';
import { Time } from '../../../parts/time.js';
import { useTexts } from '../../../texts/define-texts.js';
import { formatTokens } from '../../../texts/format.js';
import { useLanguage } from '../../../texts/language.js';
import type { ToolRow } from '../../bot/changes/loadout-types.js';
import { useRowActions } from '../row-actions.js';
import { assignmentsQuery, findAssignment } from './drawer-queries.js';
import { OverrideSection } from './override-section.js';
import { PositionSection } from './position-section.js';
import { ReasonList } from './reason-list.js';
import { drawerTexts } from './texts.js';
import type { ToolDrawerProps } from './tool-drawer.js';

const CompareSection = lazyPart(() => import('./compare-section.js'), 'CompareSection', { rows: 3 });

/** The parts of the drawer. Each that has to be read loads alone. */
export function ToolDetails({
  row,
  rows,
  context,
  make,
  onMove,
}: Omit<ToolDrawerProps, 'name'> & { readonly row: ToolRow }): React.ReactElement {
  const texts = useTexts(drawerTexts);
  const policy = useTexts(policyTexts);
  const { bot, botName, canWrite, switchTool } = useRowActions();
  const tool = useQuery(toolQuery(row.name, useLanguage()));
  const assignments = useQuery(assignmentsQuery(bot));
  const assignment = findAssignment(assignments.data, row.name, tool.data?.tool?.aliases);
  const isWithheldFor = row.reasons.some(({ code }) => code === 'owner-changed' || code === 'definition-changed');
  const isToCompare = row.isChanged || isWithheldFor;
  return (
    <>
      <div>
        <Group gap="xs" mb={6}>
          {row.label !== row.name && <ForeignName name={row.name} />}
          <OwnerBadge owner={row.owner} isBuiltIn={row.isBuiltIn} />
        </Group>
        {row.summary !== '' && (
          <Text size="sm">
            <Foreign text={row.summary} />
          </Text>
        )}
        {canWrite && !row.isAbsent && (
          <Switch
            mt="sm"
            checked={row.isAssigned}
            label={texts.onFor(toPlain(botName))}
            onChange={(event) => switchTool(row, event.currentTarget.checked)}
          />
        )}
      </div>
      <ReasonList row={row} assignment={assignment} context={context} />
      {row.isAssigned && isToCompare && (
        <Section title={texts.changes}>
          {!isWithheldFor && (
            <Text size="sm" mb="xs">
              {texts.definitionChanged}
            </Text>
          )}
          <QueryPanel query={tool} unread={texts.unread}>
            {({ tool: present }) => (
              <QueryPanel query={assignments} unread={texts.unread}>
                {(all) =>
                  present === null || assignment === undefined ? (
                    <Text size="sm">{texts.nothingToCompare}</Text>
                  ) : (
                    <CompareSection
                      row={row}
                      rows={rows}
                      present={present}
                      assignment={assignment}
                      assignments={all}
                      make={make}
                    />
                  )
                }
              </QueryPanel>
            )}
          </QueryPanel>
        </Section>
      )}
      {row.isAssigned && (
        <Section title={texts.order}>
          <PositionSection row={row} rows={rows} canWrite={canWrite} onMove={onMove} />
        </Section>
      )}
      {row.isAssigned && (
        <Section title={texts.override}>
          <QueryPanel query={assignments} unread={texts.overrideUnread} skeleton={<RowsSkeleton rows={2} />}>
            {() => <OverrideSection row={row} override={assignment?.settingsOverride ?? null} make={make} />}
          </QueryPanel>
        </Section>
      )}
      <QueryPanel query={tool} unread={texts.unread} skeleton={<RowsSkeleton rows={4} height={20} />}>
        {({ tool: present }) =>
          present !== null && (
            <Section title={policy.title}>
              <PolicyList tool={present} />
            </Section>
          )
        }
      </QueryPanel>
      <Section title={texts.more}>
        <DataList>
          {row.listedAt !== null && (
            <DataList.Item>
              <DataList.ItemLabel>{texts.listedAt}</DataList.ItemLabel>
              <DataList.ItemValue>
                <Time at={row.listedAt} />
              </DataList.ItemValue>
            </DataList.Item>
          )}
          {row.tokens > 0 && (
            <DataList.Item>
              <DataList.ItemLabel>{texts.tokens}</DataList.ItemLabel>
              <DataList.ItemValue>{formatTokens(row.tokens)}</DataList.ItemValue>
            </DataList.Item>
          )}
        </DataList>
        <Group gap="xs" mt="xs">
          {canWrite && !row.isAbsent && (
            <ButtonLink
              to="/tools/$tool/playground"
              params={{ tool: row.name }}
              search={{ as: bot }}
              size="compact-sm"
              variant="default"
              aria-label={texts.tryItAs(toPlain(row.label), toPlain(botName))}
            >
              {texts.tryIt}
            </ButtonLink>
          )}
          <TextLink to="/tools/$tool" params={{ tool: row.name }} search={{ as: bot }}>
            {texts.toolPage}
          </TextLink>
        </Group>
      </Section>
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }): React.ReactElement {
  return (
    <section aria-label={title}>
      <Title order={3} mb={6}>
        {title}
      </Title>
      {children}
    </section>
  );
}
