import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { catalogueQuery } from '../../api/queries.js';
import { TextLink } from '../../parts/links.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatNumber } from '../../texts/format.js';
import { useLanguage } from '../../texts/language.js';
import { providerTexts } from './texts.js';

/** How many tools of these owners bots can get, and how many of what they list is left out. */
export function ToolCount({
  owners,
  listed,
}: {
  readonly owners: readonly string[];
  /** All that they list. */
  readonly listed: number;
}): React.ReactElement {
  const texts = useTexts(providerTexts);
  const { data: catalogue } = useQuery(catalogueQuery(useLanguage()));
  const usable = catalogue?.tools.filter(({ owner }) => owners.includes(owner)).length ?? listed;
  const hasLeftOut = usable < listed && catalogue?.leftOut.some(({ owner }) => owners.includes(owner)) === true;
  return (
    <>
      {formatNumber(usable)}
      {hasLeftOut && (
        <Text size="xs" component="div">
          <TextLink to="/providers/problems" size="xs">
            {texts.leftOut(listed - usable)}
          </TextLink>
        </Text>
      )}
    </>
  );
}
