import { defineTexts } from '../texts/define-texts.js';

const english = {
  bots: 'Bots',
  tools: 'Tools',
  providers: 'Providers',
  traces: 'Traces',
  approvals: 'Approvals',
  chat: 'Chat',
  host: 'Host settings',
  audit: 'Audit',
  access: 'Access',
  navigation: 'Main navigation',
  openNavigation: 'Open navigation',
  closeNavigation: 'Close navigation',
  skip: 'Skip to content',
  search: 'Search',
  control: 'Ctrl',
  connected: 'Connected',
  connecting: 'Connecting',
  notConnected: 'Not connected',
  lost: (time: string, seconds: string) => `Not connected. Shown as of ${time}. Trying again in ${seconds} s.`,
  tryNow: 'Try now',
  language: 'Language',
  account: 'Account',
  signedInAs: (name: string) => `Signed in as ${name}`,
  role: (role: string) => `Role: ${role}`,
  signOut: 'Sign out',
  light: 'Switch to light colours',
  dark: 'Switch to dark colours',
  signInTitle: 'Sign in to Loadout',
  signInHint: 'Open the link that the host printed when it started, or enter a token.',
  token: 'Token',
  signIn: 'Sign in',
  signInFailed: 'Signing in did not work.',
  sessionOver: 'The session is over. Sign in to go on; what you have typed stays.',
  notFoundTitle: 'There is no such page',
  notFound: 'The address leads nowhere. The navigation leads to everything that there is.',
  viewFailed: 'This view could not be shown.',
  dropped: (names: string) => `Parts of the address have no meaning here and were left out: ${names}.`,
};

export type Texts = typeof english;

/** Words of the shell: navigation, header, banners, signing in. */
export const appTexts = defineTexts(english, () => import('./texts.de.js'));
