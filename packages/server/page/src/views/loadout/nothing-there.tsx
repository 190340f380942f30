import { Button, EmptyState } from '@mantine/core';
import { IconFilterOff, IconTool } from '@tabler/icons-react';
import { ButtonLink } from '../../parts/links.js';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { loadoutTexts } from './texts.js';

/** Instead of a list: that nothing is like that, or that there is no tool at all. */
export function NothingThere({
  isEmpty,
  onClear,
}: {
  readonly isEmpty: boolean;
  readonly onClear: () => void;
}): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const { clearFilters } = useTexts(partTexts);
  return isEmpty ? (
    <EmptyState py="xl" icon={<IconTool aria-hidden />} title={texts.noTools} description={texts.noToolsHint}>
      <ButtonLink to="/providers" variant="default">
        {texts.providers}
      </ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState
      py="xl"
      icon={<IconFilterOff aria-hidden />}
      title={texts.nothingMatches}
      description={texts.nothingMatchesHint}
    >
      <Button variant="default" onClick={onClear}>
        {clearFilters}
      </Button>
    </EmptyState>
  );
}
