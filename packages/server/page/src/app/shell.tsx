import { Anchor, AppShell, Box, Burger, Group, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useObservable } from '../api/observable.js';
import { isApiProblem } from '../api/problem.js';
import { aboutQuery } from '../api/session.js';
import { session } from '../api/session-state.js';
import { lazyPart, lazyPopup } from '../parts/lazy-part.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { AfterAWhile, RowsSkeleton } from '../parts/query-panel.js';
import { ViewHeader } from '../parts/view-header.js';
import { useTexts } from '../texts/define-texts.js';
import { AccountMenu } from './account-menu.js';
import { ConnectionBanner } from './connection-banner.js';
import { ConnectionMark } from './connection-mark.js';
import { DroppedNotice } from './dropped-notice.js';
import { LanguageSwitch } from './language-switch.js';
import { Navigation } from './navigation.js';
import { PageKeys } from './page-keys.js';
import { SchemeSwitch } from './scheme-switch.js';
import { SearchButton } from './search-button.js';
import classes from './shell.module.css';
import { appTexts } from './texts.js';

// Most visits have a session.
const SignInForm = lazyPart(() => import('./sign-in-form.js'), 'SignInForm');
const SignInOverlay = lazyPopup(() => import('./sign-in-overlay.js'), 'SignInOverlay');

/** What stands around every view: header, navigation, banners, and signing in. */
export function Shell(): React.ReactElement {
  const texts = useTexts(appTexts);
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const isSigningIn = pathname === '/sign-in';
  const { data: about, error, refetch } = useQuery({ ...aboutQuery, enabled: !isSigningIn });
  const isIn = about !== undefined && !isSigningIn;
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !isOpen || !isIn, desktop: !isIn } }}
      padding="md"
    >
      <Anchor href="#content" className="skip-link">
        {texts.skip}
      </Anchor>
      <AppShell.Header>
        <Group h="100%" px={{ base: 'xs', sm: 'md' }} gap={4} justify="space-between" wrap="nowrap">
          <Group className={classes.controls} wrap="nowrap">
            {isIn && (
              <Burger
                opened={isOpen}
                onClick={toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label={isOpen ? texts.closeNavigation : texts.openNavigation}
              />
            )}
            <Title order={2} component="p" size="h3">
              Loadout
            </Title>
          </Group>
          <Group className={classes.controls} wrap="nowrap">
            {isIn && <SearchButton />}
            {isIn && <ConnectionMark />}
            {/* Where there is no room for it, it is in the menu of the account. */}
            <Box {...(isIn ? { visibleFrom: 'xs' } : {})}>
              <LanguageSwitch />
            </Box>
            <SchemeSwitch />
            {isIn && <AccountMenu />}
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={texts.navigation}>
        <Box className="navigation">{isIn && <Navigation onNavigate={close} />}</Box>
      </AppShell.Navbar>
      <AppShell.Main id="content">
        <Box maw={1_440}>
          <ConnectionBanner />
          <Content hasAbout={about !== undefined} error={error} onRetry={() => void refetch()} />
          <DroppedNotice />
          {isIn && <PageKeys />}
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}

function Content({
  hasAbout,
  error,
  onRetry,
}: {
  readonly hasAbout: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
}): React.ReactElement {
  const texts = useTexts(appTexts);
  const { pathname } = useLocation();
  const isSignedOut = useObservable(session) === 'signed-out';
  const skeleton = (
    <AfterAWhile>
      <RowsSkeleton />
    </AfterAWhile>
  );
  if (hasAbout || pathname === '/sign-in') {
    return (
      <>
        <Suspense fallback={skeleton}>
          <Outlet />
        </Suspense>
        {isSignedOut && hasAbout && pathname !== '/sign-in' && <SignInOverlay />}
      </>
    );
  }
  if (isSignedOut || (isApiProblem(error) && error.isSignedOut)) {
    return (
      <>
        <ViewHeader title={texts.signInTitle} />
        <SignInForm />
      </>
    );
  }
  return error === null ? skeleton : <ProblemAlert title={texts.notConnected} error={error} onRetry={onRetry} />;
}
