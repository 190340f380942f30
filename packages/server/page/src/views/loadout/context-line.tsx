import { Button, Group, Text } from '@mantine/core';
import { useId, useState } from 'react';
import type { LoadoutContext } from '../../api/queries.js';
import { modelApiLabels } from '../../api/words.js';
import { Foreign } from '../../parts/foreign.js';
import { lazyPopup } from '../../parts/lazy-part.js';
import { useTexts } from '../../texts/define-texts.js';
import { loadoutTexts } from './texts.js';

const ContextChoice = lazyPopup(() => import('./context-choice.js'), 'ContextChoice');

/** As what the loadout is looked at: whether a tool is offered depends on it. */
export function ContextLine({
  context,
  isOpen,
  onOpenChange,
  onChange,
}: {
  readonly context: LoadoutContext;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onChange: (change: LoadoutContext) => void;
}): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const { component = 'chat', api, confidence } = context;
  const id = useId();
  const [handle, setHandle] = useState<HTMLElement | null>(null);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <Group gap="xs" wrap="nowrap">
      <Text fz={{ base: 'xs', sm: 'sm' }} c="dimmed">
        <Foreign
          text={texts.asSeen(
            component,
            api === undefined ? texts.anyModel : modelApiLabels[api],
            confidence ?? texts.noLevel,
          )}
        />
        {api === undefined && (
          <Text span inherit visibleFrom="sm">
            {` · ${texts.modelSkipped}`}
          </Text>
        )}
      </Text>
      <Button
        ref={setHandle}
        id={id}
        size="compact-sm"
        flex="none"
        variant="default"
        aria-label={texts.changeContext}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => onOpenChange(!isOpen)}
      >
        {texts.change}
      </Button>
      {wasOpen && handle !== null && (
        <ContextChoice
          handle={handle}
          context={context}
          isOpen={isOpen}
          onClose={() => onOpenChange(false)}
          onChange={onChange}
        />
      )}
    </Group>
  );
}
