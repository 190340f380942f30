import { Accordion, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { toolQuery } from '../../api/queries.js';
import { QueryPanel, RowsSkeleton } from '../../parts/query-panel.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { AboutTool } from './about-tool.js';
import { DefinitionHistory } from './definition-history.js';
import { DefinitionJson } from './definition-json.js';
import { Portability } from './portability.js';
import { Section } from './section.js';
import { toolTexts } from './texts.js';
import { UsedBy } from './used-by.js';

const route = getRouteApi('/tools/$tool/');
const extras = ['portability', 'history', 'definition'] as const;

/** What a tool is: its purpose, its policy, its fields, and on demand all the rest. */
export function ToolAboutView(): React.ReactElement {
  const texts = useTexts(toolTexts);
  const { tool: name } = route.useParams();
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(toolQuery(name, useLanguage()));
  return (
    <QueryPanel query={query} unread={texts.unread} skeleton={<RowsSkeleton rows={4} height={100} />}>
      {(description) => {
        const { tool } = description;
        const shown = extras.filter((extra) => tool !== null || extra === 'history');
        return (
          <Stack gap="xl">
            {tool === null ? (
              <Section title={texts.usedBy}>
                <UsedBy description={description} />
              </Section>
            ) : (
              <AboutTool tool={tool} description={description} />
            )}
            <Accordion
              order={2}
              variant="contained"
              value={show ?? null}
              onChange={(value) => {
                const next = extras.find((extra) => extra === value);
                void navigate({ search: (before) => ({ ...before, show: next }), replace: true });
              }}
            >
              {shown.map((extra) => (
                <Accordion.Item key={extra} value={extra}>
                  <Accordion.Control>{texts[extra]}</Accordion.Control>
                  <Accordion.Panel>
                    {/* Read when it is wanted. */}
                    {show === extra && extra === 'portability' && <Portability name={description.name} />}
                    {show === extra && extra === 'history' && <DefinitionHistory name={description.name} tool={tool} />}
                    {show === extra && extra === 'definition' && tool !== null && <DefinitionJson tool={tool} />}
                  </Accordion.Panel>
                </Accordion.Item>
              ))}
            </Accordion>
          </Stack>
        );
      }}
    </QueryPanel>
  );
}
