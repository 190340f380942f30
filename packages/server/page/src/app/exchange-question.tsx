import { Button, Group, Stack, Text } from '@mantine/core';
import type { Exchange } from '../api/find-exchange.js';
import { Foreign, toPlain } from '../parts/foreign.js';
import { useTexts } from '../texts/define-texts.js';
import { exchangeTexts } from './exchange-texts.js';

/** Asks whoever is signed in before a link signs in somebody else. */
export function ExchangeQuestion({
  exchange: { present, next },
  isBusy,
  onKeep,
  onExchange,
}: {
  readonly exchange: Exchange;
  readonly isBusy: boolean;
  readonly onKeep: () => void;
  readonly onExchange: () => void;
}): React.ReactElement {
  const texts = useTexts(exchangeTexts);
  return (
    <Stack maw={520} role="alert">
      <Text fw={600}>
        <Foreign text={texts.title(next.name)} />
      </Text>
      <Text>
        <Foreign text={texts.hint(present.name, next.name)} />
      </Text>
      <Group>
        <Button onClick={onKeep} autoFocus>
          {toPlain(texts.keep(present.name))}
        </Button>
        <Button variant="default" loading={isBusy} onClick={onExchange}>
          {toPlain(texts.exchange(next.name))}
        </Button>
      </Group>
    </Stack>
  );
}
