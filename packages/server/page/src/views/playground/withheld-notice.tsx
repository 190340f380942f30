import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type LoadoutContext, loadoutQuery } from '../../api/queries.js';
import { Foreign } from '../../parts/foreign.js';
import { ButtonLink } from '../../parts/links.js';
import { type Texts as ReasonTexts, reasonTexts } from '../../parts/reasons/texts.js';
import { ToneAlert } from '../../parts/tone-alert.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { playgroundTexts } from './texts.js';

/** Why the bot's model would not be offered the tool now; a call would be refused for the same reason. */
export function WithheldNotice({
  tool,
  bot,
  name,
  context,
}: {
  readonly tool: string;
  readonly bot: string;
  /** Of the bot. */
  readonly name: string;
  readonly context: LoadoutContext;
}): React.ReactElement | null {
  const texts = useTexts(playgroundTexts);
  const reasons = useTexts(reasonTexts);
  // As a call of whoever is signed in has it: without a model.
  const { data } = useQuery(loadoutQuery(bot, context, useLanguage()));
  const withheld = data?.withheld.find((entry) => entry.name === tool);
  if (withheld === undefined) return null;
  const { code, reason } = withheld;
  const short = Object.hasOwn(reasons, code) ? reasons[code as keyof ReasonTexts] : code;
  return (
    <ToneAlert tone="warning" title={texts.withheld(name, short)}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Foreign text={reason} />
        </Text>
        {code === 'not-configured' ? (
          <ButtonLink to="/tools/$tool/settings" params={{ tool }} search={{ as: bot }} size="xs" variant="default">
            {texts.toSettings}
          </ButtonLink>
        ) : (
          <ButtonLink
            to="/bots/$bot/loadout"
            params={{ bot }}
            search={{ ...context, tool }}
            size="xs"
            variant="default"
          >
            {texts.toLoadout}
          </ButtonLink>
        )}
      </Stack>
    </ToneAlert>
  );
}
