import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { followEvents } from '../api/live.js';
import { queryClient } from '../api/query-client.js';
import { readStyleNonce } from '../theme/style-nonce.js';
import { resolveVariables, theme } from '../theme/theme.js';
import { router } from './router.js';

/** The page: what everything in it needs, and the view that the address names. */
export function App(): React.ReactElement {
  useEffect(followEvents, []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      getStyleNonce={readStyleNonce}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Notifications position="bottom-right" />
      </QueryClientProvider>
    </MantineProvider>
  );
}
