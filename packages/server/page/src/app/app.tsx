import { MantineProvider, mergeThemeOverrides, Notification, type PasswordInputProps } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo } from 'react';
import { followEvents } from '../api/live.js';
import { queryClient } from '../api/query-client.js';
import { partTexts } from '../parts/texts.js';
import { useTexts } from '../texts/define-texts.js';
import { readStyleNonce } from '../theme/style-nonce.js';
import { resolveVariables, theme } from '../theme/theme.js';
import { router } from './router.js';

/** The page: what everything in it needs, and the view that the address names. */
export function App(): React.ReactElement {
  useEffect(followEvents, []);
  useEffect(keepFocusOnceThere, []);
  return (
    // Words of the kit's own parts may have to be loaded.
    <Suspense fallback={null}>
      <Themed />
    </Suspense>
  );
}

/** What keeps the focus is loaded when something has it for the first time; until then it is written down what had it. */
function keepFocusOnceThere(): void {
  const had: EventTarget[] = [];
  const note = ({ target }: FocusEvent): void => {
    if (target === null || had.push(target) > 1) return;
    void import('./keep-focus.js').then(
      ({ keepFocus }) => {
        document.removeEventListener('focusin', note);
        keepFocus(had);
      },
      () => {},
    );
  };
  document.addEventListener('focusin', note);
}

function Themed(): React.ReactElement {
  const { close, showSecret } = useTexts(partTexts);
  const spoken = useMemo(
    () =>
      mergeThemeOverrides(theme, {
        components: {
          Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': close } } }),
          // Only as types: what signs in, and what enters secrets, is loaded when it is wanted.
          PasswordInput: {
            defaultProps: {
              visibilityToggleButtonProps: { 'aria-label': showSecret },
            } satisfies Partial<PasswordInputProps>,
          },
        },
      }),
    [close, showSecret],
  );
  return (
    <MantineProvider
      theme={spoken}
      cssVariablesResolver={resolveVariables}
      getStyleNonce={readStyleNonce}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        {/* Drawers are on the right. */}
        <Notifications position="bottom-left" />
      </QueryClientProvider>
    </MantineProvider>
  );
}
