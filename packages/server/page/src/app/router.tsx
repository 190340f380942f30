/*
 * Every view with its address. A view is a chunk of its own, loaded when somebody goes there. What its query may hold stands
 * here, because links to it are checked against that.
 */
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { auditActions, confidenceLevels, modelApis, withheldCodes } from '../api/words.js';
import { lazyPart } from '../parts/lazy-part.js';
import { wantFocusOnHeading } from './heading-focus.js';
import { NotFound } from './not-found.js';
import { anyText, aTime, droppedNames, oneOf, parseSearch, readSearch, writeSearch } from './search.js';
import { Shell } from './shell.js';
import { ViewFailed } from './view-failed.js';

/** As whom a loadout is looked at. */
const context = { component: anyText, api: oneOf(...modelApis), confidence: oneOf(...confidenceLevels) };

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
const top = { getParentRoute: () => root };

const signIn = createRoute({
  ...top,
  path: '/sign-in',
  validateSearch: readSearch({}),
  component: lazyPart(() => import('./sign-in-view.js'), 'SignInView'),
});

const bots = createRoute({
  ...top,
  path: '/',
  validateSearch: readSearch({ q: anyText }),
  component: lazyPart(() => import('../views/bots/bots-view.js'), 'BotsView'),
});

const botsPath = createRoute({
  ...top,
  path: '/bots',
  beforeLoad() {
    throw redirect({ to: '/', replace: true });
  },
});

const bot = createRoute({
  ...top,
  path: '/bots/$bot',
  component: lazyPart(() => import('../views/bot/bot-layout.js'), 'BotLayout'),
});

const ofBot = { getParentRoute: () => bot };

const botStart = createRoute({
  ...ofBot,
  path: '/',
  beforeLoad({ params }) {
    throw redirect({ to: '/bots/$bot/loadout', params, replace: true });
  },
});

const loadout = createRoute({
  ...ofBot,
  path: '/loadout',
  validateSearch: readSearch({
    ...context,
    show: oneOf('all', 'on', 'offered', 'withheld', 'absent'),
    reason: oneOf(...withheldCodes),
    owner: anyText,
    closed: anyText,
    q: anyText,
    tool: anyText,
  }),
  component: lazyPart(() => import('../views/loadout/loadout-view.js'), 'LoadoutView'),
});

const preview = createRoute({
  ...ofBot,
  path: '/preview',
  validateSearch: readSearch({ ...context, with: anyText, part: oneOf('tools', 'prompt', 'difference') }),
  component: lazyPart(() => import('../views/preview/preview-view.js'), 'PreviewView'),
});

const botAbout = createRoute({
  ...ofBot,
  path: '/about',
  validateSearch: readSearch({}),
  component: lazyPart(() => import('../views/bot/bot-about-view.js'), 'BotAboutView'),
});

const compare = createRoute({
  ...top,
  path: '/compare',
  validateSearch: readSearch({ bots: anyText, only: oneOf('differences', 'all') }),
  component: lazyPart(() => import('../views/compare/compare-view.js'), 'CompareView'),
});

const tools = createRoute({
  ...top,
  path: '/tools',
  validateSearch: readSearch({ q: anyText, owner: anyText }),
  component: lazyPart(() => import('../views/tools/tools-view.js'), 'ToolsView'),
});

const tool = createRoute({
  ...top,
  path: '/tools/$tool',
  component: lazyPart(() => import('../views/tool/tool-layout.js'), 'ToolLayout'),
});

const ofTool = { getParentRoute: () => tool };

const toolAbout = createRoute({
  ...ofTool,
  path: '/',
  validateSearch: readSearch({ show: oneOf('portability', 'history', 'definition'), as: anyText }),
  component: lazyPart(() => import('../views/tool/tool-about-view.js'), 'ToolAboutView'),
});

const playground = createRoute({
  ...ofTool,
  path: '/playground',
  validateSearch: readSearch({ as: anyText, component: anyText, confidence: context.confidence }),
  component: lazyPart(() => import('../views/playground/playground-view.js'), 'PlaygroundView'),
});

const toolSettings = createRoute({
  ...ofTool,
  path: '/settings',
  validateSearch: readSearch({ as: anyText, owner: anyText, field: anyText }),
  component: lazyPart(() => import('../views/tool-settings/tool-settings-view.js'), 'ToolSettingsView'),
});

const toolBots = createRoute({
  ...ofTool,
  path: '/bots',
  validateSearch: readSearch({ q: anyText, show: oneOf('all', 'on', 'off'), as: anyText }),
  component: lazyPart(() => import('../views/tool/tool-bots-view.js'), 'ToolBotsView'),
});

const providers = createRoute({
  ...top,
  path: '/providers',
  validateSearch: readSearch({ state: oneOf('ready', 'stale', 'failed', 'loading', 'off') }),
  component: lazyPart(() => import('../views/providers/providers-view.js'), 'ProvidersView'),
});

const providerProblems = createRoute({
  ...top,
  path: '/providers/problems',
  validateSearch: readSearch({}),
  component: lazyPart(() => import('../views/providers/provider-problems-view.js'), 'ProviderProblemsView'),
});

const provider = createRoute({
  ...top,
  path: '/providers/$provider',
  validateSearch: readSearch({}),
  component: lazyPart(() => import('../views/providers/provider-view.js'), 'ProviderView'),
});

const traces = createRoute({
  ...top,
  path: '/traces',
  validateSearch: readSearch({
    bot: anyText,
    tool: anyText,
    status: oneOf('SUCCESS', 'ERROR', 'BLOCKED', 'CANCELLED'),
    from: aTime,
    to: aTime,
    call: anyText,
  }),
  component: lazyPart(() => import('../views/traces/traces-view.js'), 'TracesView'),
});

const turn = createRoute({
  ...top,
  path: '/traces/turns/$turn',
  validateSearch: readSearch({ call: anyText, only: oneOf('failed') }),
  component: lazyPart(() => import('../views/turn/turn-view.js'), 'TurnView'),
});

const approvals = createRoute({
  ...top,
  path: '/approvals/{-$approval}',
  validateSearch: readSearch({}),
  component: lazyPart(() => import('../views/approvals/approvals-view.js'), 'ApprovalsView'),
});

const chat = createRoute({
  ...top,
  path: '/chat/{-$conversation}',
  validateSearch: readSearch({ bot: anyText }),
  component: lazyPart(() => import('../views/chat/chat-view.js'), 'ChatView'),
});

const audit = createRoute({
  ...top,
  path: '/audit',
  validateSearch: readSearch({ who: anyText, what: oneOf(...auditActions), from: aTime, bot: anyText, tool: anyText }),
  component: lazyPart(() => import('../views/audit/audit-view.js'), 'AuditView'),
});

const host = createRoute({
  ...top,
  path: '/host',
  validateSearch: readSearch({}),
  component: lazyPart(() => import('../views/host/host-view.js'), 'HostView'),
});

const access = createRoute({
  ...top,
  path: '/access',
  validateSearch: readSearch({}),
  component: lazyPart(() => import('../views/access/access-view.js'), 'AccessView'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    bots,
    botsPath,
    bot.addChildren([botStart, loadout, preview, botAbout]),
    compare,
    tools,
    tool.addChildren([toolAbout, playground, toolSettings, toolBots]),
    providers,
    providerProblems,
    provider,
    traces,
    turn,
    approvals,
    chat,
    audit,
    host,
    access,
  ]),
  parseSearch,
  stringifySearch: writeSearch,
  search: { strict: true },
  defaultErrorComponent: ViewFailed,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

const asked = Object.keys(parseSearch(location.search));
const endFirst = router.subscribe('onResolved', ({ toLocation: { search } }) => {
  endFirst();
  droppedNames.set(asked.filter((name) => (search as Record<string, unknown>)[name] === undefined)); // texts by their names
});

router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
  if (pathChanged && fromLocation !== undefined) wantFocusOnHeading();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
