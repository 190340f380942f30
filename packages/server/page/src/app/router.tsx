/*
 * Every view with its address. A view is a chunk of its own, loaded when somebody goes there. What its query may hold stands
 * here, because links to it are checked against that.
 */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { auditActions, confidenceLevels, modelApis } from '../api/words.js';
import { wantFocusOnHeading } from './heading-focus.js';
import { NotFound } from './not-found.js';
import { anyText, aTime, oneOf, parseSearch, readSearch, writeSearch } from './search.js';
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
  component: lazyRouteComponent(() => import('./sign-in-view.js'), 'SignInView'),
});

const bots = createRoute({
  ...top,
  path: '/',
  validateSearch: readSearch({ q: anyText }),
  component: lazyRouteComponent(() => import('../views/bots/bots-view.js'), 'BotsView'),
});

const bot = createRoute({
  ...top,
  path: '/bots/$bot',
  component: lazyRouteComponent(() => import('../views/bot/bot-layout.js'), 'BotLayout'),
});

const ofBot = { getParentRoute: () => bot };

const loadout = createRoute({
  ...ofBot,
  path: '/loadout',
  validateSearch: readSearch({
    ...context,
    show: oneOf('all', 'on', 'offered', 'withheld', 'absent'),
    reason: anyText,
    owner: anyText,
    closed: anyText,
    q: anyText,
    tool: anyText,
  }),
  component: lazyRouteComponent(() => import('../views/loadout/loadout-view.js'), 'LoadoutView'),
});

const preview = createRoute({
  ...ofBot,
  path: '/preview',
  validateSearch: readSearch({ ...context, with: anyText, part: oneOf('tools', 'prompt', 'difference') }),
  component: lazyRouteComponent(() => import('../views/preview/preview-view.js'), 'PreviewView'),
});

const botAbout = createRoute({
  ...ofBot,
  path: '/about',
  validateSearch: readSearch({}),
  component: lazyRouteComponent(() => import('../views/bot/bot-about-view.js'), 'BotAboutView'),
});

const compare = createRoute({
  ...top,
  path: '/compare',
  validateSearch: readSearch({ bots: anyText, only: oneOf('differences', 'all') }),
  component: lazyRouteComponent(() => import('../views/compare/compare-view.js'), 'CompareView'),
});

const tools = createRoute({
  ...top,
  path: '/tools',
  validateSearch: readSearch({ q: anyText, owner: anyText }),
  component: lazyRouteComponent(() => import('../views/tools/tools-view.js'), 'ToolsView'),
});

const tool = createRoute({
  ...top,
  path: '/tools/$tool',
  component: lazyRouteComponent(() => import('../views/tool/tool-layout.js'), 'ToolLayout'),
});

const ofTool = { getParentRoute: () => tool };

const toolAbout = createRoute({
  ...ofTool,
  path: '/',
  validateSearch: readSearch({ show: oneOf('portability', 'history', 'definition') }),
  component: lazyRouteComponent(() => import('../views/tool/tool-about-view.js'), 'ToolAboutView'),
});

const playground = createRoute({
  ...ofTool,
  path: '/playground',
  validateSearch: readSearch({ as: anyText, component: anyText, confidence: context.confidence }),
  component: lazyRouteComponent(() => import('../views/playground/playground-view.js'), 'PlaygroundView'),
});

const toolSettings = createRoute({
  ...ofTool,
  path: '/settings',
  validateSearch: readSearch({ as: anyText, owner: anyText, field: anyText }),
  component: lazyRouteComponent(() => import('../views/tool-settings/tool-settings-view.js'), 'ToolSettingsView'),
});

const toolBots = createRoute({
  ...ofTool,
  path: '/bots',
  validateSearch: readSearch({ q: anyText, show: oneOf('all', 'on', 'off') }),
  component: lazyRouteComponent(() => import('../views/tool/tool-bots-view.js'), 'ToolBotsView'),
});

const providers = createRoute({
  ...top,
  path: '/providers',
  validateSearch: readSearch({ state: oneOf('ready', 'stale', 'failed', 'loading', 'off') }),
  component: lazyRouteComponent(() => import('../views/providers/providers-view.js'), 'ProvidersView'),
});

const providerProblems = createRoute({
  ...top,
  path: '/providers/problems',
  validateSearch: readSearch({}),
  component: lazyRouteComponent(() => import('../views/providers/provider-problems-view.js'), 'ProviderProblemsView'),
});

const provider = createRoute({
  ...top,
  path: '/providers/$provider',
  validateSearch: readSearch({}),
  component: lazyRouteComponent(() => import('../views/providers/provider-view.js'), 'ProviderView'),
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
  component: lazyRouteComponent(() => import('../views/traces/traces-view.js'), 'TracesView'),
});

const turn = createRoute({
  ...top,
  path: '/traces/turns/$turn',
  validateSearch: readSearch({ call: anyText, only: oneOf('failed') }),
  component: lazyRouteComponent(() => import('../views/turn/turn-view.js'), 'TurnView'),
});

const approvals = createRoute({
  ...top,
  path: '/approvals/{-$approval}',
  validateSearch: readSearch({}),
  component: lazyRouteComponent(() => import('../views/approvals/approvals-view.js'), 'ApprovalsView'),
});

const chat = createRoute({
  ...top,
  path: '/chat/{-$conversation}',
  validateSearch: readSearch({ bot: anyText }),
  component: lazyRouteComponent(() => import('../views/chat/chat-view.js'), 'ChatView'),
});

const audit = createRoute({
  ...top,
  path: '/audit',
  validateSearch: readSearch({ who: anyText, what: oneOf(...auditActions), from: aTime, bot: anyText, tool: anyText }),
  component: lazyRouteComponent(() => import('../views/audit/audit-view.js'), 'AuditView'),
});

const host = createRoute({
  ...top,
  path: '/host',
  validateSearch: readSearch({}),
  component: lazyRouteComponent(() => import('../views/host/host-view.js'), 'HostView'),
});

const access = createRoute({
  ...top,
  path: '/access',
  validateSearch: readSearch({}),
  component: lazyRouteComponent(() => import('../views/access/access-view.js'), 'AccessView'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    bots,
    bot.addChildren([loadout, preview, botAbout]),
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

router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
  if (pathChanged && fromLocation !== undefined) wantFocusOnHeading();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
