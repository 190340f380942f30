import { Text } from '@mantine/core';
import { ViewHeader } from '../parts/view-header.js';
import { useTexts } from '../texts/define-texts.js';
import { appTexts } from './texts.js';

/** What an address that leads nowhere shows. */
export function NotFound(): React.ReactElement {
  const texts = useTexts(appTexts);
  return (
    <>
      <ViewHeader title={texts.notFoundTitle} />
      <Text>{texts.notFound}</Text>
    </>
  );
}
