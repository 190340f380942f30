import type { ApiSchemas } from '@loadout/server/client';
import { Button, EmptyState, Grid, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearchOff, IconTool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { catalogueQuery } from '../../api/queries.js';
import { ButtonLink } from '../../parts/links.js';
import { QueryPanel, RowsSkeleton } from '../../parts/query-panel.js';
import { partTexts } from '../../parts/texts.js';
import { ViewHeader } from '../../parts/view-header.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { useSpoken } from '../loadout/use-spoken.js';
import { LeftOut } from './left-out.js';
import { matchLeftOut, matchTools } from './match-tools.js';
import { toolsTexts } from './texts.js';
import { ToolFilters } from './tool-filters.js';
import { ToolList } from './tool-list.js';
import { useToolFilter } from './use-tool-filter.js';

/** All tools that this host knows. */
export function ToolsView(): React.ReactElement {
  const texts = useTexts(toolsTexts);
  const query = useQuery(catalogueQuery(useLanguage()));
  return (
    <>
      <ViewHeader title={texts.title} />
      <QueryPanel query={query} unread={texts.unread} skeleton={<RowsSkeleton rows={8} height={68} />}>
        {(catalogue) => <Catalogue {...catalogue} />}
      </QueryPanel>
    </>
  );
}

function Catalogue({ tools, leftOut }: ApiSchemas['Catalogue']): React.ReactElement {
  const texts = useTexts(toolsTexts);
  const { clearFilters } = useTexts(partTexts);
  const { filter, setWords, setOwner } = useToolFilter();
  const isWide = useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false });
  const { owner } = filter;
  const words = useDeferredValue(filter.words);
  const owners = useMemo(
    () => [...new Set([...tools, ...leftOut].map((tool) => tool.owner))].sort((a, b) => (a < b ? -1 : 1)),
    [tools, leftOut],
  );
  const shown = useMemo(() => matchTools(tools, { words, owner }), [tools, words, owner]);
  const shownLeftOut = useMemo(() => matchLeftOut(leftOut, { words, owner }), [leftOut, words, owner]);
  const found = texts.found(shown.length);
  const spoken = useSpoken(found);
  if (tools.length + leftOut.length === 0) {
    return (
      <EmptyState icon={<IconTool aria-hidden />} title={texts.emptyTitle} description={texts.empty}>
        <ButtonLink to="/providers" variant="default">
          {texts.seeProviders}
        </ButtonLink>
      </EmptyState>
    );
  }
  const aside = shownLeftOut.length > 0 && (
    <Grid.Col span={{ base: 12, md: 4 }}>
      <LeftOut leftOut={shownLeftOut} />
    </Grid.Col>
  );
  return (
    <>
      <ToolFilters filter={filter} owners={owners} onWords={setWords} onOwner={setOwner} />
      <Grid gap="xl">
        {/* Below a long list nobody would find it. */}
        {!isWide && aside}
        <Grid.Col span={{ base: 12, md: aside ? 8 : 12 }}>
          <Text size="sm" c="dimmed" mb="xs">
            {found}
          </Text>
          {shown.length === 0 ? (
            <EmptyState icon={<IconSearchOff aria-hidden />} title={texts.noMatchTitle} description={texts.noMatch}>
              <Button
                variant="default"
                onClick={() => {
                  setOwner(undefined);
                  setWords('');
                }}
              >
                {clearFilters}
              </Button>
            </EmptyState>
          ) : (
            <ToolList tools={shown} />
          )}
        </Grid.Col>
        {isWide && aside}
      </Grid>
      <Text className="visually-hidden" role="status">
        {spoken}
      </Text>
    </>
  );
}
