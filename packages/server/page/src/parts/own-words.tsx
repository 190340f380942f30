import { Button, Collapse, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { useTexts } from '../texts/define-texts.js';
import { Foreign } from './foreign.js';
import { partTexts } from './texts.js';

/** What the host, a validator or a companion says itself, in English: for whoever has to mend it, on demand. */
export function OwnWords({ text }: { readonly text: string }): React.ReactElement {
  const { ownWords } = useTexts(partTexts);
  const [isOpen, { toggle }] = useDisclosure(false);
  const id = useId();
  return (
    <div>
      <Button size="compact-sm" variant="default" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        {ownWords}
      </Button>
      <Collapse expanded={isOpen} id={id}>
        <Text size="sm" c="dimmed" lang="en">
          <Foreign text={text} />
        </Text>
      </Collapse>
    </div>
  );
}
