import type { ApiSchemas } from '@loadout/server/client';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type LoadoutContext, loadoutQuery } from '../../api/queries.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { ContextFields } from './context-fields.js';
import { OfferDifferences } from './offer-difference.js';
import { previewTexts } from './texts.js';

/** Another context, and in what the model gets something else there. */
export function SecondContext({
  bot,
  first,
  second,
  onChange,
}: {
  readonly bot: string;
  readonly first: ApiSchemas['Loadout'];
  /** Undefined: none is chosen. */
  readonly second: LoadoutContext | undefined;
  readonly onChange: (context: LoadoutContext | undefined) => void;
}): React.ReactElement {
  const texts = useTexts(previewTexts);
  const query = useQuery({
    ...loadoutQuery(bot, second ?? {}, useLanguage()),
    enabled: second !== undefined,
    placeholderData: (previous) => (previous?.bot.id === bot ? previous : undefined),
  });
  return (
    <Stack>
      <ContextFields legend={texts.compareWith} context={second ?? {}} onChange={onChange} />
      {second === undefined ? (
        <Text c="dimmed">{texts.chooseSecond}</Text>
      ) : (
        <>
          <QueryPanel query={query} unread={texts.unread}>
            {(loadout) => <OfferDifferences before={first} after={loadout} />}
          </QueryPanel>
          <div>
            <Button size="xs" variant="default" onClick={() => onChange(undefined)}>
              {texts.endComparison}
            </Button>
          </div>
        </>
      )}
    </Stack>
  );
}
