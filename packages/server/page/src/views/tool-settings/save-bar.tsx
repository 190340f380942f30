import { ActionBar, Box, Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { useTexts } from '../../texts/define-texts.js';
import { settingsTexts } from './texts.js';
import type { SettingsForm } from './use-settings-form.js';

/** At the foot of the page while something is not saved. It is a part of the form, so Enter saves. */
export function SaveBar({ form }: { readonly form: SettingsForm }): React.ReactElement {
  const texts = useTexts(settingsTexts);
  const { changes, isSaving, problem } = form;
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <>
      {problem !== null && problem !== undefined && (
        <Box mt="md">
          <ProblemAlert title={texts.notSaved} error={problem} onRetry={changes > 0 ? form.save : undefined} />
        </Box>
      )}
      <ActionBar
        opened={changes > 0}
        aria-label={texts.saveBar}
        position={{ bottom: 16, left: isNarrow ? 8 : 240 }}
        zIndex={150}
        withinPortal={false}
        transitionProps={{ duration: 0 }}
        maw="calc(100vw - 16px)"
      >
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {texts.changes(changes)}
          </Text>
          <Button size="compact-md" variant="default" disabled={isSaving} onClick={form.discard}>
            {texts.discard}
          </Button>
          <Button size="compact-md" type="submit" loading={isSaving}>
            {texts.save}
          </Button>
        </Group>
      </ActionBar>
    </>
  );
}

/** What became of the last attempt, for those who hear it; what failed is said at its field as well. */
export function SaveOutcomeText({ form }: { readonly form: SettingsForm }): React.ReactElement {
  const texts = useTexts(settingsTexts);
  const { outcome, savedCount, errorCount } = form;
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (outcome !== 'saved') return;
    // What had the focus may be gone: the bar, or the input of a secret.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) place.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [outcome]);
  const sentences = [
    savedCount > 0 && (outcome === 'saved' || outcome === 'misfits') ? texts.saved(savedCount) : '',
    outcome === 'misfits' && errorCount > 0 ? texts.fixFields(errorCount) : '',
    outcome === 'conflicts' ? texts.decideFirst : '',
  ];
  return (
    <Text size="sm" role="status" mt="md" ref={place} tabIndex={-1}>
      {sentences.filter((one) => one !== '').join(' ')}
    </Text>
  );
}
