import { EmptyState } from '@mantine/core';
import { IconRobotOff } from '@tabler/icons-react';
import { ButtonLink } from '../../parts/links.js';
import { ViewHeader } from '../../parts/view-header.js';
import { useTexts } from '../../texts/define-texts.js';
import { botTexts } from './texts.js';

/** Instead of the views of a bot that there is not. */
export function UnknownBot(): React.ReactElement {
  const texts = useTexts(botTexts);
  return (
    <>
      <ViewHeader title={texts.unknownTitle} />
      <EmptyState icon={<IconRobotOff aria-hidden />} description={texts.unknown}>
        <ButtonLink to="/" variant="default">
          {texts.allBots}
        </ButtonLink>
      </EmptyState>
    </>
  );
}
