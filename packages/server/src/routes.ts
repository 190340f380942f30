import type { Route } from './route.js';
import { aboutRoutes } from './routes/about.js';
import { administrationRoutes } from './routes/administration.js';
import { approvalRoutes } from './routes/approvals.js';
import { botToolRoutes } from './routes/bot-tools.js';
import { botRoutes } from './routes/bots.js';
import { callApprovalRoutes } from './routes/call-approvals.js';
import { callRoutes } from './routes/calls.js';
import { chatRoutes } from './routes/chat.js';
import { historyRoutes } from './routes/history.js';
import { hostRoutes } from './routes/host.js';
import { loadoutRoutes } from './routes/loadouts.js';
import { secretRoutes } from './routes/secrets.js';
import { settingsRoutes } from './routes/settings.js';
import { toolRoutes } from './routes/tools.js';
import { sessionRoutes } from './sessions/session-routes.js';

/** The whole API. */
export const routes: readonly Route[] = [
  ...aboutRoutes,
  ...sessionRoutes,
  ...hostRoutes,
  ...toolRoutes,
  ...settingsRoutes,
  ...secretRoutes,
  ...botRoutes,
  ...loadoutRoutes,
  ...botToolRoutes,
  ...callRoutes,
  ...callApprovalRoutes,
  ...approvalRoutes,
  ...chatRoutes,
  ...historyRoutes,
  ...administrationRoutes,
];
