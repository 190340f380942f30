import { Anchor, AppShell, Burger, Group, Modal, ScrollArea, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useObservable } from '../api/observable.js';
import { isApiProblem } from '../api/problem.js';
import { aboutQuery } from '../api/session.js';
import { session } from '../api/session-state.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { AfterAWhile, RowsSkeleton } from '../parts/query-panel.js';
import { partTexts } from '../parts/texts.js';
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
import { SignInForm } from './sign-in-form.js';
import { appTexts } from './texts.js';

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
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !isOpen || !isIn, desktop: !isIn } }}
      padding="md"
    >
      <Anchor href="#content" className="skip-link">
        {texts.skip}
      </Anchor>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
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
          <Group gap="xs" wrap="nowrap">
            {isIn && <SearchButton />}
            {isIn && <ConnectionMark />}
            <LanguageSwitch />
            <SchemeSwitch />
            {isIn && <AccountMenu />}
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={texts.navigation}>
        <ScrollArea>{isIn && <Navigation onNavigate={close} />}</ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" maw={1_440}>
        <ConnectionBanner />
        <Content hasAbout={about !== undefined} error={error} onRetry={() => void refetch()} />
        <DroppedNotice />
        {isIn && <PageKeys />}
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
        <SignInOverlay isOpen={isSignedOut && hasAbout && pathname !== '/sign-in'} />
      </>
    );
  }
  if (isSignedOut || (isApiProblem(error) && error.isSignedOut)) {
    return (
      <>
        <Title order={1} mb="md">
          {texts.signInTitle}
        </Title>
        <SignInForm />
      </>
    );
  }
  return error === null ? skeleton : <ProblemAlert title={texts.notConnected} error={error} onRetry={onRetry} />;
}

/** What was typed in the view below stays. */
function SignInOverlay({ isOpen }: { readonly isOpen: boolean }): React.ReactElement {
  const texts = useTexts(appTexts);
  const { close } = useTexts(partTexts);
  return (
    <Modal
      opened={isOpen}
      onClose={() => session.set('unknown')}
      title={texts.signInTitle}
      closeButtonProps={{ 'aria-label': close }}
    >
      <SignInForm hint={texts.sessionOver} />
    </Modal>
  );
}
